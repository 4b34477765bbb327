import SpinetDSP
import SpinetEngine
import SpinetWidgets

/// The parameters of the sampler, in the order in which they are shown.
///
/// A new parameter is a case at the end and its row in `makeWidget`. The names are a contract with mappings:
/// add, never rename.
enum SamplerParameter: CaseIterable {
  case start, reverse, loopOn, loopStart, loopEnd
  case position
  case root, tune
  case pitchBend
  case attack, decay, sustain, release, velocity
  case cutoff, resonance
  case volume, pan, expression
  case scrub, cursor

  static var count: Int { @_noLocks get { cursor.index + 1 } }

  /// The index among all cases.
  var index: Int {
    // A raw value would be the same, through a function that @_noLocks rejects.
    @_noLocks @inline(__always) get { Int(unsafeBitCast(self, to: UInt8.self)) }
  }

  /// The table of all parameters, a row for each. Some defaults come from the sample.
  func makeWidget(for sample: Sample) -> Widget {
    switch self {
    case .start: Widget("sample.start", default: 0, about: "Where a note begins in the sample, from 0 to 1.")
    case .reverse: Widget("sample.reverse", kind: .toggle, about: "Plays the sample backwards.")
    case .loopOn:
      Widget(
        "loop.on", kind: .toggle, default: sample.loop == nil ? 0 : 1,
        about: "Whether a held note repeats the loop.")
    case .loopStart:
      Widget(
        "loop.start", default: fraction(sample.loop?.lowerBound ?? 0, of: sample),
        about: "Where the loop begins in the sample, from 0 to 1.")
    case .loopEnd:
      Widget(
        "loop.end", default: fraction(sample.loop?.upperBound ?? sample.frameCount, of: sample),
        about: "Where the loop ends in the sample, from 0 to 1.")
    case .position:
      Widget(
        "sample.position", kind: .label(precision: 4),
        about: "Where the newest note is in the sample, from 0 to 1.")
    case .root:
      Widget(
        "sample.root", range: 0...127, default: sample.rootNote ?? 60, unit: "note",
        about: "The key at which the sample has its own pitch.")
    case .tune:
      Widget(
        "sample.tune", range: -100...100, default: 0, unit: "cents", about: "The fine pitch of the sample.")
    case .pitchBend: .pitchBend
    case .attack:
      Self.stage("amp.attack", default: 0.001, about: "How long a note takes to its full loudness.")
    case .decay: Self.stage("amp.decay", default: 0.5, about: "How long a note falls from its full loudness.")
    case .sustain: Widget("amp.sustain", default: 1, about: "How loud a note stays while the key is held.")
    case .release:
      Self.stage("amp.release", default: 0.2, about: "How long a note rings after the key is let go.")
    case .velocity:
      Widget(
        "amp.velocity", default: 0.7,
        about: "How much softer a soft touch is; at 0 all notes are equally loud.")
    case .cutoff:
      Widget(
        "filter.cutoff", range: 20...20_000, default: 20_000, unit: "Hz", curve: .logarithmic,
        about: "The frequency above which the sound is made softer.")
    case .resonance:
      Widget(
        "filter.resonance", default: 0,
        about: "How much the filter emphasizes the frequencies around its cutoff.")
    case .volume: .masterVolume(default: 0.7)
    case .pan: .masterPan
    case .expression: .masterExpression
    case .scrub:
      Widget(
        "sample.scrub", kind: .button,
        about: "While it is pressed, notes repeat the sound at the cursor.")
    case .cursor:
      Widget(
        "sample.cursor", default: 0, about: "Where notes play while the sample is scrubbed, from 0 to 1.")
    }
  }

  private func fraction(_ frame: Int, of sample: Sample) -> Double {
    Double(frame) / Double(sample.frameCount)
  }

  /// The time of an envelope's stage.
  private static func stage(_ name: String, default start: Double, about: String) -> Widget {
    Widget(name, range: 0.001...20, default: start, unit: "s", curve: .logarithmic, about: about)
  }
}

/// The smoothed values of the widgets, by parameter.
struct SamplerControls: ~Copyable {
  private let smoothed: SmoothedControls
  let secondsPerFrame: Float

  init(_ smoothed: SmoothedControls, framesPerSecond: Double) {
    self.smoothed = smoothed
    secondsPerFrame = Float(1 / framesPerSecond)
  }

  /// The smoothed value. The cutoff is in octaves above 1 Hz. [audio-thread]
  subscript(parameter: SamplerParameter) -> Float {
    @_noLocks @inline(__always) get { smoothed[parameter.index] }
  }

  /// The value of the widget now, not smoothed and in full precision, as a loop's ends need it.
  /// [audio-thread]
  @_noLocks func rawValue(_ parameter: SamplerParameter) -> Double { smoothed.rawValue(parameter.index) }

  /// Sets a widget that displays a value. [audio-thread]
  @_noLocks func show(_ value: Double, as parameter: SamplerParameter) {
    smoothed.show(value, as: parameter.index)
  }

  /// Takes the widgets' values without smoothing. [any-thread]
  @_noLocks func settle() { smoothed.settle() }

  /// One control step towards the widgets' values. [audio-thread]
  @_noLocks func follow() { smoothed.follow() }
}
