import SpinetDSP
import SpinetEngine
import SpinetRealtime
import SpinetWidgets

/// Plays many samples: an SFZ file, or a folder of sound files that are named by their notes.
package final class MultisampleEngine: SoundEngine, @unchecked Sendable {
  // Sendable because the protocol forbids calling `prepare` and `render` at the same time.
  package let name = "Sampler"
  package let widgets = MultisampleParameter.allCases.map { $0.makeWidget() }
  package let voiceCapacity = MultisamplePlayer.noteCount

  private let zones: [(region: SFZRegion, sample: Sample)]
  private let kernel = SincKernel()
  private var player = PreparedPlayer<MultisamplePlayer>()

  /// - Parameter zones: at least one region, in the order of the file, which decides the turns.
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

  /// The table of all parameters, a row for each.
  func makeWidget() -> Widget {
    switch self {
    case .tune:
      Widget("tune", range: -100...100, default: 0, unit: "cents", about: "The fine pitch of all samples.")
    case .pitchBend: .pitchBend
    case .attack:
      Self.shortest("amp.attack", about: "The shortest time that a note takes to its full loudness.")
    case .release:
      Self.shortest("amp.release", about: "The shortest time that a note rings after the key is let go.")
    case .volume: .masterVolume(default: 0.7)
    case .pan: .masterPan
    case .expression: .masterExpression
    }
  }

  /// A lower limit for the time of each region.
  private static func shortest(_ name: String, about: String) -> Widget {
    Widget(name, range: 0.001...20, default: 0.001, unit: "s", curve: .logarithmic, about: about)
  }
}
