import SpinetMIDI
import SpinetWidgets

/// A rectangle on a surface, in fractions of its width and height, from the top left.
public struct SurfaceRect: Hashable, Sendable {
  /// From the left edge of the surface to its own.
  public let x: Double
  /// From the upper edge of the surface to its own.
  public let y: Double
  /// A fraction of the surface's width.
  public let width: Double
  /// A fraction of the surface's height.
  public let height: Double

  /// A rectangle by its left upper corner and its size.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The left and the upper edge belong to it, the right and the lower one do not.
  public func contains(x: Double, y: Double) -> Bool {
    x >= self.x && x < self.x + width && y >= self.y && y < self.y + height
  }
}

/// A key of a surface, as it is drawn.
public struct SurfaceKey: Hashable, Sendable {
  /// Where it lies.
  public let rect: SurfaceRect
  /// The text on it, if any.
  public let label: String?
  /// The nearest MIDI key of its pitch; nil beyond MIDI.
  public let note: NoteName?
  /// Whether it is drawn as a black key.
  public let isBlack: Bool

  /// - Parameter note: the MIDI key of its pitch.
  public init(rect: SurfaceRect, label: String? = nil, note: NoteName?, isBlack: Bool) {
    self.rect = rect
    self.label = label
    self.note = note
    self.isBlack = isBlack
  }
}

/// How hard a finger came down, by where it touched the key.
public enum TouchStrength {
  /// The velocity, 1–127: 1 at the far end of the key (depth 0), 127 from 0.9 of its length on.
  public static func velocity(atDepth depth: Double) -> UInt8 {
    guard depth.isFinite else { return depth > 0 ? 127 : 1 }
    return UInt8(bounded: 1 + 126 * depth / 0.9, in: 1...127)
  }
}
