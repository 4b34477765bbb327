import SpinetMIDI
import SpinetMapping
import SpinetRealtime
import Synchronization

/// The view and the incoming messages for one watcher, such as the panel. Without a watcher nothing is collected.
final class Watching: Sendable {
  private let isWatched = Atomic<Bool>(false)
  private let watcher = Mutex<Watcher?>(nil)
  private let shown: Mutex<InstrumentView>
  private let mapped = Mutex(MappingView())
  private let sounds = Mutex(SoundView())
  private let linked = Mutex<[WidgetLink]>([])
  private let heard = Mutex<[HeardMessage]>([])
  private let patchChanges = Atomic<Int>(0)
  private let pageChanges = Atomic<Int>(0)
  private static let mostHeard = 256

  /// A closure that stands alone in a `Mutex` is wrapped once more each time it is read, until its call overflows the
  /// stack.
  private struct Watcher {
    let tell: @Sendable () -> Void
  }

  init(_ view: InstrumentView) { shown = Mutex(view) }

  var isOn: Bool { isWatched.load(ordering: .acquiring) }

  /// - Parameter tell: called on the control thread after something has changed; nil ends it.
  func begin(_ tell: (@Sendable () -> Void)?) {
    watcher.withLock { $0 = tell.map { Watcher(tell: $0) } }
    isWatched.store(tell != nil, ordering: .releasing)
  }

  func tell() { watcher.withLock { $0 }?.tell() }

  var view: InstrumentView { shown.withLock { $0 } }

  /// Shows the view. Returns false if it has not changed.
  func show(_ view: InstrumentView) -> Bool { Self.replace(shown, by: view) }

  /// How often the user's own patches have changed. [any-thread]
  var patchRevision: Int { patchChanges.load(ordering: .relaxed) }

  func patchesChanged() {
    patchChanges.wrappingAdd(1, ordering: .relaxed)
    if isOn { tell() }
  }

  /// How often the user's own pages and set lists have changed. [any-thread]
  var pageRevision: Int { pageChanges.load(ordering: .relaxed) }

  func pagesChanged() {
    pageChanges.wrappingAdd(1, ordering: .relaxed)
    if isOn { tell() }
  }

  var mappings: MappingView { mapped.withLock { $0 } }

  /// Shows the mappings. Returns false if they have not changed.
  func show(_ mappings: MappingView) -> Bool { Self.replace(mapped, by: mappings) }

  var sound: SoundView { sounds.withLock { $0 } }

  /// Shows the sound. Returns false if it has not changed.
  func show(_ sound: SoundView) -> Bool { Self.replace(sounds, by: sound) }

  var links: [WidgetLink] { linked.withLock { $0 } }

  /// Shows what moves the widgets. Returns false if it has not changed.
  func show(_ links: [WidgetLink]) -> Bool { Self.replace(linked, by: links) }

  /// Returns false if the view has not changed.
  private static func replace<View: Equatable & Sendable>(_ kept: borrowing Mutex<View>, by view: View)
    -> Bool
  {
    kept.withLock { old in
      guard old != view else { return false }
      old = view
      return true
    }
  }

  /// Keeps the last 256 messages for `popHeard`.
  func record(_ message: HeardMessage) {
    heard.withLock {
      $0.append(message)
      if $0.count > Self.mostHeard { $0.removeFirst() }
    }
  }

  func popHeard() -> [HeardMessage] {
    heard.withLock { messages in
      defer { messages = [] }
      return messages
    }
  }
}

/// The mappings in force, as a screen shows them.
package struct MappingView: Sendable, Equatable {
  package var mappings: [Mapping]
  /// The errors in their files: `FILE:LINE:COLUMN: error: …`.
  package var problems: [String]
  /// The connected controllers.
  package var controllers: [ConnectedController]

  package struct ConnectedController: Sendable, Equatable {
    package var name: String
    package var names: [String]
  }

  package init(mappings: [Mapping] = [], problems: [String] = [], controllers: [ConnectedController] = []) {
    self.mappings = mappings
    self.problems = problems
    self.controllers = controllers
  }
}

/// A message that arrived, and what it did.
package struct HeardMessage: Sendable {
  /// As in the status: `cc 74 ch 1 → filter.cutoff 1552 Hz`.
  package let line: String
  package let message: AnyMIDIMessage
  package let time: HostTime
  /// The name of the client that sent it; empty if it is not known.
  package let sender: String
  /// All names that a mapping's `ports:` can match.
  package let senderNames: [String]
}

extension SessionHandle {
  /// Calls `tell` on the control thread after something that a screen draws has changed; nil stops the calls. There is
  /// only one watcher at a time.
  package func watch(_ tell: (@Sendable () -> Void)?) {
    watching.begin(tell)
    controls.wake()
  }

  /// The last view of the keyboards and their keys. It is updated only while there is a watcher. [any-thread]
  package var view: InstrumentView { watching.view }

  /// The last view of the mappings. It is updated only while there is a watcher. [any-thread]
  package var mappings: MappingView { watching.mappings }

  /// The last view of the sound that plays. It is updated only while there is a watcher. [any-thread]
  package var sound: SoundView { watching.sound }

  /// What moves the widgets, and where it was last. It is updated only while there is a watcher. [any-thread]
  package var links: [WidgetLink] { watching.links }

  /// The messages since the last call, 256 at most. [any-thread]
  package func popHeard() -> [HeardMessage] { watching.popHeard() }
}

extension AnyMIDIMessage {
  /// The bytes of the messages of MIDI 1.0 that say the same; empty if there are none.
  package var midi1Bytes: [UInt8] {
    switch self {
    case .midi1(let message): return message.bytes
    case .midi2(let message):
      var bytes: [UInt8] = []
      message.forEachMIDI1Message { bytes += $0.bytes }
      return bytes
    }
  }

  /// Where a controller is, 0–1; nil for another message.
  package var controllerPosition: Double? {
    switch self {
    case .midi1(.controlChange(_, _, let value)): Double(value) / 127
    case .midi2(.controlChange(_, _, let value)): value.unitPosition
    default: nil
    }
  }
}
