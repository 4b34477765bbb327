import SpinetKeyboard
import SpinetMIDI

/// The surface of a SmartKeyboard: rows of equal height, each with keys of equal width.
public struct KeyboardSurface: Hashable, Sendable {
  /// A row of keys across the surface.
  public struct Row: Hashable, Sendable {
    /// From left to right.
    public let keys: [SurfaceKey]
    /// Whether its keys keep their colour when they are touched.
    public let isStatic: Bool
  }

  /// From top to bottom.
  public let rows: [Row]

  /// The surface of a keyboard with this configuration.
  public init(_ configuration: KeyboardConfiguration) {
    let rows = configuration.rows
    self.rows = rows.enumerated().map { index, row in
      let height = 1 / Double(rows.count)
      let keys = (0..<row.keyCount).map { key in
        Self.key(key, of: row, y: Double(index) * height, height: height)
      }
      return Row(keys: keys, isStatic: row.isStatic)
    }
  }

  private static func key(_ key: Int, of row: KeyboardRow, y: Double, height: Double) -> SurfaceKey {
    let width = 1 / Double(row.keyCount)
    let face = row.face(ofKey: key)
    let pitch = row.pitch(ofKey: key).rounded()
    return SurfaceKey(
      rect: SurfaceRect(x: Double(key) * width, y: y, width: width, height: height), label: face.label,
      note: row.sendsFreq && (0...127).contains(pitch) ? NoteName(key: Int(pitch)) : nil,
      isBlack: face.isBlack)
  }

  /// The velocity of a finger that comes down at this height, 1–127: highest near the lower edge of its row.
  public func velocity(y: Double) -> UInt8 {
    let down = y * Double(rows.count)
    return TouchStrength.velocity(atDepth: down - down.rounded(.down))
  }
}
