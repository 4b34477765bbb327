import SpinetMIDI

/// A rectangle on a surface, in fractions of its width and height, from the top left.
package struct SurfaceRect: Hashable, Sendable {
  package let x: Double
  package let y: Double
  package let width: Double
  package let height: Double

  package init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The left and the upper edge belong to it, the right and the lower one do not.
  package func contains(x: Double, y: Double) -> Bool {
    x >= self.x && x < self.x + width && y >= self.y && y < self.y + height
  }
}

/// A key of a surface, as it is drawn.
package struct SurfaceKey: Hashable, Sendable {
  package let rect: SurfaceRect
  /// The text on it, if any.
  package let label: String?
  /// The nearest MIDI key of its pitch; nil beyond MIDI.
  package let note: NoteName?
  package let isBlack: Bool

  package init(rect: SurfaceRect, label: String? = nil, note: NoteName?, isBlack: Bool) {
    self.rect = rect
    self.label = label
    self.note = note
    self.isBlack = isBlack
  }
}

/// How hard a finger came down, by where it touched the key.
package enum TouchStrength {
  /// The velocity, 1–127: 1 at the far end of the key (depth 0), 127 from 0.9 of its length on.
  package static func velocity(atDepth depth: Double) -> UInt8 {
    guard depth.isFinite else { return depth > 0 ? 127 : 1 }
    return UInt8(min(max((1 + 126 * depth / 0.9).rounded(), 1), 127))
  }
}
