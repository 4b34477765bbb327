import SpinetDSP
import SpinetEngine
import SpinetRealtime
import SpinetWidgets

/// Plays many samples: an SFZ file, or a folder of sound files that are named by their notes.
package final class MultisampleEngine: SoundEngine, @unchecked Sendable {
  // Sendable because the protocol forbids calling `prepare` and `render` at the same time.
  package let name = "Sampler"
  package let widgets = MultisampleParameter.allCases.map { Widget($0.makeWidget(), about: $0.about) }
  package let voiceCapacity = MultisamplePlayer.noteCount

  private let zones: [(region: SFZRegion, sample: Sample)]
  private let kernel = SincKernel()
  private var player = PreparedPlayer<MultisamplePlayer>()

  /// - Parameter zones: the regions in the order of the file, which decides whose turn it is; at least one.
  package init(zones: [(region: SFZRegion, sample: Sample)]) { self.zones = zones }

  package func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) {
    player.prepare {
      MultisamplePlayer(
        zones, kernel: kernel, widgets: widgets, framesPerSecond: framesPerSecond, end: link.takeAudioEnd())
    }
  }

  /// Silence before the first `prepare`. [audio-thread]
  @_noLocks package func render(_ block: AudioBlock) {
    player.render(block) { $0.render($1) }
  }
}

/// The parameters that all regions share; add, never rename.
enum MultisampleParameter: CaseIterable {
  case tune, pitchBend, attack, release
  case volume, pan, expression

  var index: Int {
    // A raw value would be the same, through a function that @_noLocks rejects.
    @_noLocks @inline(__always) get { Int(unsafeBitCast(self, to: UInt8.self)) }
  }

  func makeWidget() -> Widget {
    switch self {
    case .tune: Widget("tune", range: -100...100, default: 0, unit: "cents")
    case .pitchBend: Widget("pitch.bend", range: -24...24, default: 0, unit: "semitones")
    // The time of the region, unless this is longer.
    case .attack: Widget("amp.attack", range: 0.001...20, default: 0.001, unit: "s", curve: .logarithmic)
    case .release: Widget("amp.release", range: 0.001...20, default: 0.001, unit: "s", curve: .logarithmic)
    case .volume: Widget("master.volume", default: 0.7)
    case .pan: Widget("master.pan", range: -1...1, default: 0)
    case .expression: Widget("master.expression", default: 1)
    }
  }

  /// What it does, in a sentence for people.
  var about: String {
    switch self {
    case .tune: "The fine pitch of all samples."
    case .pitchBend: "Moves all notes away from their keys, as a bend wheel does."
    case .attack: "The shortest time that a note takes to its full loudness."
    case .release: "The shortest time that a note rings after the key is let go."
    case .volume: "How loud the sound is."
    case .pan: "Where the sound stands; -1 is left, 1 is right."
    case .expression: "How loud the sound is, as the expression pedal moves it."
    }
  }
}
