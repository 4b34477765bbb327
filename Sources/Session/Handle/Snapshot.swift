import SpinetEngine
import SpinetLibrary
import SpinetOSC
import SpinetStage
import SpinetText
import SpinetWidgets
import Synchronization
import SystemPackage

/// What other threads see of a running instrument: the sounds that play, and the status of a moment ago. Only control
/// replaces them, each as a whole.
final class Snapshot: Sendable {
  private let sounds: Mutex<Sounds>
  private let shown: Mutex<SessionStatus>

  private struct Sounds {
    let widgets: WidgetSet
    let addresses: [(prefix: String, address: OSCAddress)]
    var loadedValues: [String: Double]
    /// The names of the widgets that belong to the sounds.
    let ofSounds: Set<String>
    /// The recordings that parts play, by the part's name. The name of an only part is empty.
    let recordings: [String: any SoundRecording]
    /// As `spinet play` finds the sound again; nil if only who asked for it knows that.
    let reference: String?

    init(_ instrument: LoadedInstrument) {
      (widgets, loadedValues) = (instrument.widgets, instrument.loadedValues)
      addresses = instrument.addresses
      ofSounds = Set(
        instrument.parts.indices.flatMap { index in
          instrument.parts[index].sound.widgets.map { instrument.prefix(ofPart: index) + $0.name }
        })
      let isAlone = instrument.parts.count == 1
      let file = instrument.isStage ? instrument.stageFile : instrument.file
      let isByHand = instrument.isStage && instrument.stage.file == nil
      reference = file?.absolute.string ?? (isByHand ? nil : instrument.listedName)
      recordings = Dictionary(
        instrument.parts.compactMap { part in
          (part.engine as? any RecordedEngine).map { (isAlone ? "" : part.part.name, $0.recording) }
        }, uniquingKeysWith: { first, _ in first })
    }
  }

  init(of instrument: LoadedInstrument) {
    sounds = Mutex(Sounds(instrument))
    var status = SessionStatus()
    status.instrument = instrument.name
    shown = Mutex(status)
  }

  // MARK: What is seen [any-thread]

  var widgets: WidgetSet { sounds.withLock { $0.widgets } }

  /// The widgets, and the OSC addresses that their programs declare.
  var addressed: (widgets: WidgetSet, addresses: [(prefix: String, address: OSCAddress)]) {
    sounds.withLock { ($0.widgets, $0.addresses) }
  }

  /// The values with which the sounds were loaded, where they differ from the engines' defaults. Later changes of the
  /// patches are included.
  var loadedValues: [String: Double] { sounds.withLock { $0.loadedValues } }

  func loadedValue(of widget: Widget) -> Double {
    sounds.withLock { $0.loadedValues[widget.name] } ?? widget.defaultValue
  }

  func isOfSound(_ name: String) -> Bool { sounds.withLock { $0.ofSounds.contains(name) } }

  var reference: String? { sounds.withLock { $0.reference } }

  func recording(ofPart name: String) -> (any SoundRecording)? { sounds.withLock { $0.recordings[name] } }

  var status: SessionStatus { shown.withLock { $0 } }

  // MARK: What is shown [control-thread]

  func show(_ instrument: LoadedInstrument) { sounds.withLock { $0 = Sounds(instrument) } }

  /// Takes changed values of the current patches.
  func follow(patch moved: [String: Double]) {
    sounds.withLock { $0.loadedValues.merge(moved) { _, new in new } }
  }

  func show(_ status: SessionStatus) { shown.withLock { $0 = status } }
}
