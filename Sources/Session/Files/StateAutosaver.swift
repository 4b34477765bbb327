import SpinetLibrary
import SpinetRealtime
import SpinetWidgets

/// Saves the widgets some time after the last move, and at the end. The disk is another thread's work: notes never wait
/// for it. [control-thread]
///
/// Only what differs from the patch is kept, so that a patch that its owner edits sounds as edited. A widget that
/// was moved last by playing (see `PlayedWidgets`) keeps the value that it was set to before.
struct StateAutosaver {
  private let file: StateFile
  private var widgets: WidgetSet
  /// Called by the writing thread.
  private let finished: @Sendable () -> Void
  private var patch: [String: Double]
  private var settings: [String: Double]
  private var savedValues: [String: Double]?
  private var savedStamp: UInt64
  private var seenStamp: UInt64
  private var restedAt = HostTime(nanoseconds: 0)
  private var nextTryAt = HostTime(nanoseconds: 0)
  private var writing: Writing?

  private struct Writing {
    let job: BackgroundJob<SpinetError?>
    let stamp: UInt64
    let values: [String: Double]
  }

  /// A fader in motion is saved when it has not moved for so long.
  private static let restSeconds = 1.0
  /// After a failure the next try comes so much later, or a full disk would be reported at every touch.
  private static let secondsBetweenTries = 30.0

  /// - Parameters:
  ///   - patch: what the widgets were before anything was restored.
  ///   - finished: called by the writing thread when it has ended.
  init(
    file: StateFile, widgets: WidgetSet, patch: [String: Double],
    finished: @escaping @Sendable () -> Void = {}
  ) {
    self.file = file
    self.widgets = widgets
    self.patch = patch
    self.finished = finished
    settings = widgets.snapshot()
    savedStamp = widgets.stamp
    seenStamp = savedStamp
  }

  /// The patch was edited; the widgets already have its new values.
  mutating func follow(patch changes: [String: Double]) {
    patch.merge(changes) { _, new in new }
    settings.merge(changes) { _, new in new }
  }

  /// The instrument has other widgets now, or other values by which it was loaded, because a file of it was saved.
  mutating func follow(_ instrument: LoadedInstrument) {
    widgets = instrument.widgets
    let now = widgets.snapshot()
    patch = now.merging(instrument.loadedValues) { $1 }
    settings = now.merging(settings.filter { now[$0.key] != nil }) { $1 }
    savedStamp = widgets.stamp &- 1
  }

  /// Whether something is not yet on the disk.
  var isDirty: Bool { widgets.stamp != savedStamp }

  /// Whether the writing thread is at work, or its result not yet taken.
  var isWriting: Bool { writing != nil }

  /// Starts to write when nothing has moved for a while. Never waits; throws the failure of a write that has ended since.
  mutating func save(ifRestingAt now: HostTime, played: PlayedWidgets = PlayedWidgets()) throws(SpinetError) {
    if let result = writing?.job.takeOutcome() {
      try end(result)
      nextTryAt = now
    }
    let stamp = widgets.stamp
    if stamp != seenStamp {
      seenStamp = stamp
      restedAt = now.advanced(bySeconds: Self.restSeconds)
    }
    guard writing == nil, stamp != savedStamp, now >= restedAt, now >= nextTryAt else { return }
    try beginWriting(valuesToKeep(played), stamp, at: now)
  }

  private mutating func beginWriting(
    _ values: [String: Double], _ stamp: UInt64, at now: HostTime
  ) throws(SpinetError) {
    guard values != savedValues else {
      savedStamp = stamp
      return
    }
    nextTryAt = now.advanced(bySeconds: Self.secondsBetweenTries)
    let work = { @Sendable [file, patch] in
      do throws(SpinetError) {
        try file.write(values, over: patch)
        return nil as SpinetError?
      } catch {
        return error
      }
    }
    let job = try BackgroundJob("spinet-save", work: work, finished: finished)
    writing = Writing(job: job, stamp: stamp, values: values)
  }

  private mutating func end(_ failure: SpinetError?) throws(SpinetError) {
    guard let ended = writing else { return }
    writing = nil
    if let failure { throw failure }
    (savedStamp, savedValues) = (ended.stamp, ended.values)
  }

  /// Waits until everything is on the disk: the end of the session.
  mutating func finish(played: PlayedWidgets = PlayedWidgets()) throws(SpinetError) {
    // What failed is tried once more, and only that failure counts.
    if let result = writing?.job.wait() { try? end(result) }
    let stamp = widgets.stamp
    guard stamp != savedStamp else { return }
    let values = valuesToKeep(played)
    if values != savedValues { try file.write(values, over: patch) }
    (savedStamp, savedValues) = (stamp, values)
  }

  private mutating func valuesToKeep(_ played: PlayedWidgets) -> [String: Double] {
    for (name, value) in widgets.snapshot() where !played.contains(name, of: widgets) {
      settings[name] = value
    }
    return settings.filter { patch[$0.key] != $0.value && SessionWidgets.isKept($0.key) }
  }
}
