import Realtime
import Widgets

/// Saves the widgets some time after they have come to rest, and at the end.
///
/// Only what differs from the patch is kept, so that a patch that its owner edits is heard as edited.
struct StateKeeper {
  private let file: StateFile
  private let widgets: WidgetSet
  private var patch: [String: Double]
  private var savedStamp: UInt64
  private var seenStamp: UInt64
  private var dueAt = HostTime(nanoseconds: 0)
  /// A fader in motion is saved when it has rested so long.
  private static let restSeconds = 1.0
  /// What could not be saved is tried again after so long, lest a full disk be told at every touch.
  private static let secondsBetweenTries = 30.0

  /// - Parameter patch: what the widgets were before anything was restored.
  init(file: StateFile, widgets: WidgetSet, patch: [String: Double]) {
    self.file = file
    self.widgets = widgets
    self.patch = patch
    savedStamp = widgets.stamp
    seenStamp = savedStamp
  }

  /// The patch has other values now, and the widgets have them already.
  mutating func follow(patch changes: [String: Double]) { patch.merge(changes) { _, new in new } }

  /// Whether something waits to be saved.
  var isDirty: Bool { widgets.stamp != savedStamp }

  mutating func save(ifRestingAt now: HostTime) throws(SessionError) {
    let stamp = widgets.stamp
    if stamp != seenStamp {
      seenStamp = stamp
      dueAt = max(dueAt, now.advanced(bySeconds: Self.restSeconds))
    }
    guard stamp != savedStamp, now >= dueAt else { return }
    dueAt = now.advanced(bySeconds: Self.secondsBetweenTries)
    try save()
    dueAt = now
  }

  mutating func save() throws(SessionError) {
    let stamp = widgets.stamp
    guard stamp != savedStamp else { return }
    let moved = widgets.snapshot().filter { patch[$0.key] != $0.value }
    try file.write(moved.filter { !SessionWidgets.forgotten.contains($0.key) })
    savedStamp = stamp
  }
}
