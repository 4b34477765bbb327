import SpinetWidgets

/// How loud a part is in the mix, and where it stands: the widgets of a mixer's channel strip.
package struct StripWidgets: Sendable {
  package let level: Widget
  package let pan: Widget
  package let mute: Widget
  package let solo: Widget

  /// Decibels at which a part is silent.
  package static let lowestLevel = -60.0
  package static let highestLevel = 12.0

  /// - Parameters:
  ///   - level: in decibels; the lowest one is silence.
  ///   - pan: −1 is left, 1 is right.
  package init(level: Double = 0, pan: Double = 0, mute: Bool = false, solo: Bool = false) {
    self.level = Widget(
      "part.level", range: Self.lowestLevel...Self.highestLevel, default: level, unit: "dB",
      about: "How loud the part is among the others.")
    self.pan = Widget(
      "part.pan", range: -1...1, default: pan, about: "Where the part stands; -1 is left, 1 is right.")
    self.mute = Widget(
      "part.mute", kind: .toggle, default: mute ? 1 : 0, about: "Makes the part silent.")
    self.solo = Widget(
      "part.solo", kind: .toggle, default: solo ? 1 : 0, about: "Makes all other parts silent.")
  }

  package var all: [Widget] { [level, pan, mute, solo] }
}
