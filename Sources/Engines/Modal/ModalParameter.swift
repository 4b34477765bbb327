import SpinetEffects
import SpinetEngine
import SpinetWidgets

/// The parameters of the struck bodies and of the output, in the order in which they are shown.
///
/// A new parameter is a case at the end and its row in the table. The names are a contract with mappings and patches: add,
/// never rename.
enum ModalParameter: CaseIterable {
  case model, hardness, velocity, decay, release, noise, spread, tune
  case hatPedal
  case tremoloRate, tremoloDepth, tremoloSpread
  case drawbar1, drawbar2, drawbar3, drawbar4, drawbar5, drawbar6, drawbar7, drawbar8, drawbar9
  case percussionLevel, percussionHarmonic
  case rotaryMix, rotarySpeed
  case cutoff
  case masterVolume, masterPan, masterExpression, pitchBend, clockTempo

  static var count: Int { @_noLocks get { clockTempo.index + 1 } }

  /// The index among all cases.
  var index: Int {
    // A raw value would be the same, through a function that @_noLocks rejects.
    @_noLocks @inline(__always) get { Int(unsafeBitCast(self, to: UInt8.self)) }
  }

  /// The table of all parameters, a row for each.
  func makeWidget() -> Widget {
    switch self {
    case .model:
      Widget(
        "model", kind: .choice(ModalModel.allCases.map(\.name)),
        about: "The body that is struck, or the kit whose drums are.")
    case .hardness:
      Widget(
        "strike.hardness", range: -3...3, default: 0, unit: "octaves",
        about: "How hard the hammer is: how much brighter every stroke sounds.")
    case .velocity:
      Widget(
        "strike.velocity", range: 0...2, default: 1,
        about: "How much softer a soft touch is; at 0 all strokes are equally loud.")
    case .decay:
      Widget(
        "decay.scale", range: 0.1...4, default: 1, curve: .logarithmic,
        about: "How much longer everything rings.")
    case .release:
      Widget(
        "release.scale", range: 0.1...10, default: 1, curve: .logarithmic,
        about: "How much longer it rings after the key is let go.")
    case .noise:
      Widget(
        "noise.scale", range: 0...2, default: 1,
        about: "How loud the noise of the stroke is: stick, wires, hammer or key click.")
    case .spread:
      Widget("spread", default: 0.5, about: "How far the bodies stand apart between left and right.")
    case .tune:
      Widget("tune", range: -12...12, default: 0, unit: "semitones", about: "Moves every body's pitch.")
    case .hatPedal:
      Widget(
        "hat.pedal", default: 0, about: "How far the pedal closes the open hat; in the middle it sizzles.")
    case .tremoloRate:
      Widget(
        "tremolo.rate", range: 0.1...12, default: 5, unit: "Hz", curve: .logarithmic,
        about: "How fast the tremolo swings.")
    case .tremoloDepth: Widget("tremolo.depth", about: "How much softer the tremolo makes the sound.")
    case .tremoloSpread:
      Widget("tremolo.spread", about: "At 1 the tremolo moves between left and right.")
    case .drawbar1: Self.drawbar(1, "16′", default: 8)
    case .drawbar2: Self.drawbar(2, "5 1/3′", default: 8)
    case .drawbar3: Self.drawbar(3, "8′", default: 8)
    case .drawbar4: Self.drawbar(4, "4′", default: 0)
    case .drawbar5: Self.drawbar(5, "2 2/3′", default: 0)
    case .drawbar6: Self.drawbar(6, "2′", default: 0)
    case .drawbar7: Self.drawbar(7, "1 3/5′", default: 0)
    case .drawbar8: Self.drawbar(8, "1 1/3′", default: 0)
    case .drawbar9: Self.drawbar(9, "1′", default: 0)
    case .percussionLevel:
      Widget(
        "percussion.level", default: 0, about: "How loud the organ's percussion is. Only a first key has it.")
    case .percussionHarmonic:
      Widget(
        "percussion.harmonic", kind: .choice(["second", "third"]),
        about: "Which harmonic the organ's percussion is.")
    case .rotaryMix: Widget("rotary.mix", about: "How much of the rotary speaker is heard.")
    case .rotarySpeed:
      Widget(
        "rotary.speed", kind: .choice(["slow", "fast"]),
        about: "How fast the rotary speaker turns; it takes its time to get there.")
    case .cutoff:
      Widget(
        "filter.cutoff", range: 20...20_000, default: 20_000, unit: "Hz", curve: .logarithmic,
        about: "The frequency above which the sound is made softer.")
    case .masterVolume: .masterVolume(default: 0.7)
    case .masterPan: .masterPan
    case .masterExpression: .masterExpression
    case .pitchBend: .pitchBend
    case .clockTempo:
      Widget(
        "clock.tempo", range: 20...300, default: 120, unit: "bpm", isOpen: true, limits: 1...999,
        about: "The tempo that echoes follow; a MIDI clock moves it.")
    }
  }

  private static func drawbar(_ number: Int, _ feet: String, default start: Double) -> Widget {
    Widget(
      "drawbar.\(number)", range: 0...8, default: start,
      about: "How far the organ's drawbar of \(feet) is out.")
  }
}

/// The smoothed values of the widgets, by parameter.
struct ModalControls: ~Copyable {
  private let smoothed: SmoothedControls

  init(_ smoothed: SmoothedControls) { self.smoothed = smoothed }

  /// The smoothed value. The cutoff is in octaves above 1 Hz. [audio-thread]
  subscript(parameter: ModalParameter) -> Float {
    @_noLocks @inline(__always) get { smoothed[parameter.index] }
  }

  /// How far a drawbar from 0 to 8 is out. [audio-thread]
  @_noLocks func drawbar(_ index: Int) -> Float { smoothed[ModalParameter.drawbar1.index + index] }

  /// The values of the effects, which follow those of `ModalParameter`. [audio-thread]
  var effectValues: EffectValues {
    @_noLocks get {
      EffectValues(smoothed, first: ModalParameter.count, beatsPerMinute: self[.clockTempo])
    }
  }

  /// Sets all values to the widgets' values without smoothing. [any-thread]
  @_noLocks func settle() { smoothed.settle() }

  /// One control step towards the widgets' values. [audio-thread]
  @_noLocks func follow() { _ = smoothed.follow() }
}
