import SpinetEngine
import SpinetLibrary
import SpinetRealtime
import SpinetStage
import SpinetWidgets
import Synchronization

/// The interface for other threads to a running instrument: its widgets, its status, and ways to act on it.
public final class SessionHandle: Sendable {
  private let current: Mutex<Sounds>
  let waker: Waker
  let inbox: Inbox
  let watching: Watching
  /// A copy of the output for scopes.
  package let tap = SoundTap()
  private let shown = Mutex(SessionStatus())
  private let stopRequested = Atomic<Bool>(false)
  /// The folder of the journal; nil if there is no journal.
  package let journalFolder: JournalFolder?
  /// The exchange of frames and faces with pages; nil if the instrument does not look for faces.
  package let faces: FaceExchange?

  private struct Sounds {
    let widgets: WidgetSet
    var loadedValues: [String: Double]
    /// The recordings that parts play, by the part's name. The name of an only part is empty.
    let recordings: [String: any SoundRecording]

    init(_ instrument: LoadedInstrument) {
      (widgets, loadedValues) = (instrument.widgets, instrument.loadedValues)
      let isAlone = instrument.parts.count == 1
      recordings = Dictionary(
        instrument.parts.compactMap { part in
          (part.engine as? any RecordedEngine).map { (isAlone ? "" : part.part.name, $0.recording) }
        }, uniquingKeysWith: { first, _ in first })
    }
  }

  init(
    for instrument: LoadedInstrument, view: InstrumentView, journalFolder: JournalFolder? = nil,
    faces: FaceExchange? = nil
  ) throws(SpinetError) {
    (self.journalFolder, self.faces) = (journalFolder, faces)
    current = Mutex(Sounds(instrument))
    watching = Watching(view)
    waker = try Waker()
    inbox = Inbox(waker: waker)
  }

  /// The widgets of the sounds that play now. [any-thread]
  public var widgets: WidgetSet { current.withLock { $0.widgets } }

  /// The value that a widget had when its sound was loaded: the patch's value, or the default. [any-thread]
  public func loadedValue(of widget: Widget) -> Double {
    current.withLock { $0.loadedValues[widget.name] } ?? widget.defaultValue
  }

  /// The values with which the sounds were loaded, where they differ from the engines' defaults. Later changes of the
  /// patches are included.
  var loadedValues: [String: Double] { current.withLock { $0.loadedValues } }

  /// Takes changed values of the current patches.
  func follow(patch moved: [String: Double]) {
    current.withLock { $0.loadedValues.merge(moved) { _, new in new } }
  }

  /// The recording that a part plays; nil if it plays none. The name of an only part is empty. [any-thread]
  package func recording(ofPart name: String) -> (any SoundRecording)? {
    current.withLock { $0.recordings[name] }
  }

  func show(_ instrument: LoadedInstrument) { current.withLock { $0 = Sounds(instrument) } }

  /// The instrument's latest status. [any-thread]
  public var status: SessionStatus { shown.withLock { $0 } }

  /// Changes whenever the user's own patches change. [any-thread]
  package var patchRevision: Int { watching.patchRevision }

  func show(_ status: SessionStatus) { shown.withLock { $0 = status } }

  /// Asks the instrument to end. [any-thread]
  public func stop() {
    stopRequested.store(true, ordering: .releasing)
    wake()
  }

  /// Wakes the control thread. [any-thread]
  func wake() { waker.wake() }

  var isStopRequested: Bool { stopRequested.load(ordering: .acquiring) }

  /// Makes a client, which can play the instrument. [any-thread]
  public func newClient() -> InputClient { InputClient(id: inbox.newClient(), handle: self) }

  /// Moves a widget by `step` in its unit. [any-thread]
  public func move(_ name: String, by step: Double) {
    guard let widget = widgets[name] else { return }
    widget.set(widget.value + step)
    wake()
  }

  /// Switches a toggle. [any-thread]
  public func toggle(_ name: String) {
    guard let widget = widgets[name] else { return }
    widget.set(1 - widget.value)
    wake()
  }

  /// Presses a button. [any-thread]
  public func press(_ name: String) {
    widgets[name]?.press()
    wake()
  }
}
