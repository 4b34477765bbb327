import Glibc

/// A drawn face that a cascade detects, for tests and for machines without a camera.
package enum SyntheticFace {
  /// A spot that is brighter or darker than the skin. Its unit is half the width of the face, from the middle.
  private struct Spot {
    let x: Double
    let y: Double
    let across: Double
    let down: Double
    /// What it adds to the brightness.
    let light: Double
  }

  private static let features = [
    // Eyes, and the brows above them.
    Spot(x: -0.36, y: -0.22, across: 0.17, down: 0.10, light: -0.55),
    Spot(x: 0.36, y: -0.22, across: 0.17, down: 0.10, light: -0.55),
    Spot(x: -0.38, y: -0.44, across: 0.26, down: 0.06, light: -0.32),
    Spot(x: 0.38, y: -0.44, across: 0.26, down: 0.06, light: -0.32),
    // The nose's ridge and its tip's shadow.
    Spot(x: 0, y: 0.02, across: 0.09, down: 0.32, light: 0.16),
    Spot(x: 0, y: 0.36, across: 0.19, down: 0.06, light: -0.28),
    // Mouth, cheeks and forehead.
    Spot(x: 0, y: 0.66, across: 0.32, down: 0.08, light: -0.42),
    Spot(x: -0.44, y: 0.22, across: 0.22, down: 0.20, light: 0.12),
    Spot(x: 0.44, y: 0.22, across: 0.22, down: 0.20, light: 0.12),
    Spot(x: 0, y: -0.80, across: 0.46, down: 0.22, light: 0.10),
  ]

  private static let skin = 0.68
  private static let ground = 0.36
  private static let halfWidth = 0.86
  private static let halfHeight = 1.18

  /// A frame with a face.
  ///
  /// - Parameters:
  ///   - x: the middle of the face, as a fraction of the frame's width.
  ///   - y: the middle of the face, as a fraction of the frame's height.
  ///   - size: the width of the face, as a fraction of the frame's shorter side.
  package static func frame(
    width: Int, height: Int, x: Double = 0.5, y: Double = 0.5, size: Double = 0.6
  ) -> GrayFrame? {
    guard GrayFrame.sides.contains(width), GrayFrame.sides.contains(height) else { return nil }
    let half = max(1, size * Double(min(width, height)) / 2)
    let pixels = (0..<width * height).map { index -> UInt8 in
      let across = (Double(index % width) + 0.5 - x * Double(width)) / half
      let down = (Double(index / width) + 0.5 - y * Double(height)) / half
      return UInt8((brightness(across, down) * 255).rounded().clamped(to: 0...255))
    }
    return GrayFrame(width: width, height: height, pixels: pixels)
  }

  /// The brightness at a position, 0–1. Its unit is half the width of the face, from the middle.
  static func brightness(_ x: Double, _ y: Double) -> Double {
    let edge = (1 - hypot(x / halfWidth, y / halfHeight)) * 12
    guard edge > -1 else { return ground }
    let face = features.reduce(skin - 0.10 * x * x) { sum, spot in
      let away = pow((x - spot.x) / spot.across, 2) + pow((y - spot.y) / spot.down, 2)
      return sum + spot.light * exp(-away)
    }
    let part = ((edge + 1) / 2).clamped(to: 0...1)
    return (ground + (face - ground) * part * part * (3 - 2 * part)).clamped(to: 0...1)
  }

  /// The face in the colours of skin, which is shown before there is a camera.
  package static func picture(side: Int = 128) -> FacePicture {
    let half = Double(side) / 2.4
    return FacePicture(width: side, height: side) { column, row in
      let x = (Double(column) + 0.5 - Double(side) / 2) / half
      let light = brightness(x, (Double(row) + 0.5 - Double(side) / 2) / half)
      return (min(1, light * 1.12), light * 0.94, light * 0.80)
    }
  }
}
