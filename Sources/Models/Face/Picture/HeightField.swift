/// The surface of a face's picture: bright places are high. The shader does the same for each corner of its grid.
package struct HeightField: Sendable {
  package let picture: FacePicture
  /// The height of white, as a fraction of the surface's side.
  package var scale: Double
  /// Whether slopes are true. The program that this code comes from divides a difference over four texels by one
  /// texel. So its slopes are four times as steep, and its pictures look like that.
  package var isTrue: Bool

  /// The side of the square over which a height is averaged, and the distance of the neighbours for a slope. In
  /// texels.
  package static let texels = 4
  /// The fraction of each side over which the surface falls to its edge.
  package static let edge = 0.1

  package init(_ picture: FacePicture, scale: Double = FaceWidget.usualHeight, isTrue: Bool = false) {
    self.picture = picture
    self.scale = scale
    self.isTrue = isTrue
  }

  /// The height of the surface at a position, as a fraction of its side.
  ///
  /// - Parameters:
  ///   - u: from the left, 0–1.
  ///   - v: from the top, 0–1.
  package func height(u: Double, v: Double) -> Double {
    var sum = 0.0
    for index in 0..<Self.texels * Self.texels {
      sum += luminance(
        u * Double(picture.width) + Double(index % Self.texels),
        v * Double(picture.height) + Double(index / Self.texels))
    }
    return sum / Double(Self.texels * Self.texels) * Self.ramp(u) * Self.ramp(v) * scale
  }

  /// The direction away from the surface, of length 1: x to the right, y upwards, z towards the eye.
  package func normal(u: Double, v: Double) -> Vector3 {
    let here = height(u: u, v: v)
    let across = Double(Self.texels) / Double(picture.width)
    let down = Double(Self.texels) / Double(picture.height)
    let run = isTrue ? 1.0 : 1 / Double(Self.texels)
    let right = (height(u: u + across, v: v) - here) / (across * run)
    let lower = (height(u: u, v: v + down) - here) / (down * run)
    return Vector3(-right, lower, 1).normalized
  }

  /// 0 at the edge, 1 from a tenth inside.
  package static func ramp(_ place: Double) -> Double { (min(place, 1 - place) / edge).clamped(to: 0...1) }

  /// Interpolates between the centres of four texels, as a graphics processor does.
  private func luminance(_ x: Double, _ y: Double) -> Double {
    let (left, top) = ((x - 0.5).rounded(.down), (y - 0.5).rounded(.down))
    let (column, row) = (Int(left), Int(top))
    let (across, down) = (x - 0.5 - left, y - 0.5 - top)
    let upper = picture.luminance(column, row) * (1 - across) + picture.luminance(column + 1, row) * across
    let lower =
      picture.luminance(column, row + 1) * (1 - across) + picture.luminance(column + 1, row + 1) * across
    return upper * (1 - down) + lower * down
  }
}
