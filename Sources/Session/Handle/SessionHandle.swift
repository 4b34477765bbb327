import SpinetEngine
import SpinetFaceInput
import SpinetLibrary
import SpinetOSC
import SpinetRealtime
import SpinetWidgets
import SystemPackage

/// The interface for other threads to a running instrument: its widgets, its status, and ways to act on it.
public final class SessionHandle: Sendable {
  let controls: Controls
  let snapshot: Snapshot
  let watching: Watching
  /// A copy of the output for scopes.
  package let tap = SoundTap()
  /// The folder of the journal; nil if there is no journal.
  package let journalFolder: JournalFolder?
  /// The command that serves a Csound program in a process of its own; empty if it plays in this process.
  package let csoundProcess: [String]
  /// The user's pins and favourites.
  package let marks: MarksFile
  /// The face that plays; nil if the instrument does not look for faces.
  package let face: (any FaceInput)?

  init(
    for instrument: LoadedInstrument, view: InstrumentView, journalFolder: JournalFolder? = nil,
    face: (any FaceInput)? = nil, catalog: Catalog = .current, csoundProcess: [String] = []
  ) throws(SpinetError) {
    (self.journalFolder, self.face, self.csoundProcess) = (journalFolder, face, csoundProcess)
    marks = MarksFile(at: catalog.ownFolder?.appending("marks.yaml"))
    snapshot = Snapshot(of: instrument)
    watching = Watching(view)
    controls = try Controls()
  }

  // MARK: What is seen

  /// The widgets of the sounds that play now. [any-thread]
  public var widgets: WidgetSet { snapshot.widgets }

  /// The widgets of the sounds that play now, and the OSC addresses that their programs declare, each with the prefix of its
  /// part's names. [any-thread]
  package var addressed: (widgets: WidgetSet, addresses: [(prefix: String, address: OSCAddress)]) {
    snapshot.addressed
  }

  /// The value that a widget had when its sound was loaded: the patch's value, or the default. [any-thread]
  public func loadedValue(of widget: Widget) -> Double { snapshot.loadedValue(of: widget) }
  /// Whether a widget belongs to a sound that plays, and not to the session, the song or the set list.
  package func isOfSound(_ widget: Widget) -> Bool { snapshot.isOfSound(widget.name) }

  /// The instrument's latest status. [any-thread]
  public var status: SessionStatus { snapshot.status }

  /// The sound that plays, as `spinet play` finds it again: a file or a name. Nil for sounds that were put together by hand.
  /// [any-thread]
  package var soundReference: String? { snapshot.reference }

  /// The recording that a part plays; nil if it plays none. The name of an only part is empty. [any-thread]
  package func recording(ofPart name: String) -> (any SoundRecording)? {
    snapshot.recording(ofPart: name)
  }

  /// Changes whenever the user's own patches change. [any-thread]
  package var patchRevision: Int { watching.patchRevision }

  /// Changes whenever the user's own pages or set lists change. [any-thread]
  package var pageRevision: Int { watching.pageRevision }

  // MARK: What is done

  /// Asks the instrument to end. [any-thread]
  public func stop() { controls.requestStop() }

  /// Makes a client, which can play the instrument. [any-thread]
  public func newClient() -> InputClient { InputClient(id: controls.inbox.newClient(), handle: self) }

  /// A client that plays what was played before. The journal does not keep it again.
  package func newReplay() -> InputClient {
    InputClient(id: controls.inbox.newClient().replaying, handle: self)
  }

  /// Moves a widget by `step` in its unit. [any-thread]
  public func move(_ name: String, by step: Double) {
    act(on: name) { $0.set($0.value + step) }
  }

  /// Switches a toggle. [any-thread]
  public func toggle(_ name: String) {
    act(on: name) { $0.set(1 - $0.value) }
  }

  /// Presses a button. [any-thread]
  public func press(_ name: String) {
    act(on: name) { $0.press() }
  }

  private func act(on name: String, _ action: (Widget) -> Void) {
    guard let widget = widgets[name] else { return }
    action(widget)
    controls.wake()
  }
}
