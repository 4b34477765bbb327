import SpinetEngine
import SpinetMapping
import SpinetRealtime
import SpinetStage
import SpinetWidgets
import Synchronization

/// Stands where the engine of a part is that an instrument outside plays: it has the widgets of the instrument's controls.
/// It is never mixed.
package final class OutsideEngine: SoundEngine {
  package let name = "MIDI"
  package let widgets: [Widget]
  /// As many as there are keys.
  package let voiceCapacity = 128
  package let noteInput = NoteInput.midi
  package let hearsChannels: Bool
  /// The controls by their widgets.
  package let controls: [(widget: Widget, control: Control.Kind)]

  package init(_ instrument: OutsideInstrument) {
    let controls = instrument.controls.map { (widget: Widget(of: $0), control: $0.control) }
    self.controls = controls
    widgets = controls.map(\.widget)
    hearsChannels = instrument.channel == nil
  }

  /// Parts that are mixed have smaller numbers for as long as anybody plays.
  private static let numbers = Atomic<UInt32>(1 << 31)

  /// A number for a part that no other part has.
  static func nextNumber() -> UInt32 { numbers.wrappingAdd(1, ordering: .relaxed).newValue }

  package func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) {}

  /// [audio-thread]
  @_noLocks package func render(_ block: AudioBlock) { block.silence() }
}

extension Widget {
  /// A control of an instrument outside, whose value people write as its manual does: 0–127, 0–16383, and programs from 1.
  fileprivate convenience init(of named: OutsideInstrument.Named) {
    let (largest, first) = (named.control.largestValue ?? 127, named.control == .program ? 1 : 0)
    self.init(
      named.name, range: Double(first)...Double(largest + first),
      default: named.control == .bend ? 8192 : Double(first), step: 1, snaps: true,
      about: "The instrument's \(named.control). It is sent when it is moved.")
  }
}
