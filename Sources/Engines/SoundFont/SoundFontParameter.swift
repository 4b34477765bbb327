import SpinetEngine
import SpinetWidgets

/// The parameters of a SoundFont, in the order in which they are shown.
/// Parameters that the font also sets are factors: at 1 the font's own value is used. The names are a contract with
/// mappings: add, never rename.
enum SoundFontParameter: CaseIterable {
  case preset
  case attack, release, cutoff, resonance
  case wheel, pitchBend, tune
  case reverb, chorus
  case volume, pan, expression

  /// The index among all cases.
  var index: Int {
    // A raw value would be the same, through a function that @_noLocks rejects.
    @_noLocks @inline(__always) get { Int(unsafeBitCast(self, to: UInt8.self)) }
  }

  /// The table of all parameters, a row for each.
  ///
  /// - Parameters:
  ///   - presets: names to choose from.
  ///   - preset: the index of the one to begin with.
  func makeWidget(_ presets: [String], preset: Int) -> Widget {
    switch self {
    case .preset:
      Widget(
        "preset", kind: .choice(presets), default: Double(preset), about: "Which sound of the font plays.")
    case .attack:
      Self.factor(
        "amp.attack", 0.1...10,
        about: "How long a note takes to its full loudness, as a factor of what the font says.")
    case .release:
      Self.factor(
        "amp.release", 0.1...10,
        about: "How long a note rings after the key is let go, as a factor of what the font says.")
    case .cutoff:
      Self.factor(
        "filter.cutoff", 0.03125...32,
        about: "The cutoff of the font's filters, as a factor of what the font says.")
    case .resonance:
      Widget(
        "filter.resonance", range: 0...24, default: 0, unit: "dB",
        about: "What is added to the resonance of the font's filters.")
    case .wheel:
      Widget(
        "mod.wheel", default: 0, about: "How far the modulation wheel is up; most fonts make vibrato of it.")
    case .pitchBend: .pitchBend
    case .tune:
      Widget("tune", range: -100...100, default: 0, unit: "cents", about: "The fine pitch of the font.")
    case .reverb: Widget("reverb.mix", default: 0.3, about: "How much reverb there is.")
    case .chorus: Widget("chorus.mix", default: 0, about: "How much chorus there is.")
    case .volume: .masterVolume(default: 0.79)
    case .pan: .masterPan
    case .expression: .masterExpression
    }
  }

  private static func factor(_ name: String, _ range: ClosedRange<Double>, about: String) -> Widget {
    Widget(name, range: range, default: 1, unit: "×", curve: .logarithmic, about: about)
  }
}
