import SpinetDevices
import SpinetLibrary
import SpinetRealtime
import SpinetWidgets
import SystemPackage

/// Saves the widgets one second after the last move, at the latest five seconds after the first one, and at the end of
/// the session. Another thread writes, so that notes never wait for the disk. [control-thread]
///
/// Only values that differ from the patch are saved, so that later changes of the patch file are heard. For a widget
/// that was moved last by playing (see `PlayedWidgets`), the value before that is saved.
struct StateAutosaver {
  /// The file that it writes; nil if something else keeps the values.
  let file: FilePath?
  private let writer: Writer
  private var widgets: WidgetSet
  private var patch: [String: Double]
  private var settings: [String: Double]
  private var savedValues: [String: Double]?
  private var savedStamp: UInt64
  private var seenStamp: UInt64
  private var news = WidgetNews()
  private var restedAt = HostTime(nanoseconds: 0)
  /// The latest moment for the next save; nil while everything is saved.
  private var dueAt: HostTime?
  private var nextTryAt = HostTime(nanoseconds: 0)
  private var writing: Writing?

  typealias Write =
    @Sendable (_ values: [String: Double], _ patch: [String: Double]) throws(SpinetError) -> Void

  private struct Writer {
    /// Writes values over those of the patch. Called by the worker, and at the end by control.
    let write: Write
    let worker: any Worker
    /// Called by the worker.
    let finished: @Sendable () -> Void

    /// The outcome is the error; nil if everything was written.
    func begin(
      _ values: [String: Double], _ patch: [String: Double]
    ) throws(SpinetError) -> BackgroundJob<SpinetError?> {
      let work = { @Sendable [write] in
        do throws(SpinetError) {
          try write(values, patch)
          return nil as SpinetError?
        } catch {
          return error
        }
      }
      return try BackgroundJob("spinet-save", on: worker, work: work, finished: finished)
    }
  }

  private struct Writing {
    let job: BackgroundJob<SpinetError?>
    let stamp: UInt64
    let values: [String: Double]
  }

  /// The state is saved when no widget has moved for this time, so that a moving fader is not saved again and again.
  private static let restSeconds = 1.0
  /// The longest time that a change waits while something moves all the time, such as an expression pedal.
  private static let longestWaitSeconds = 5.0
  /// The time between a failure and the next attempt, so that a full disk is not reported at every move.
  private static let secondsBetweenTries = 30.0

  /// - Parameters:
  ///   - patch: the widgets' values before anything was restored.
  ///   - worker: writes.
  ///   - finished: called by the worker when it has written.
  init(
    to file: FilePath? = nil, widgets: WidgetSet, patch: [String: Double],
    on worker: any Worker = ThreadWorker(),
    finished: @escaping @Sendable () -> Void = {}, write: @escaping Write
  ) {
    self.file = file
    writer = Writer(write: write, worker: worker, finished: finished)
    (self.widgets, self.patch) = (widgets, patch)
    settings = widgets.snapshot()
    savedStamp = widgets.stamp
    seenStamp = savedStamp
  }

  init(
    file: StateFile, widgets: WidgetSet, patch: [String: Double],
    in surroundings: Surroundings = Surroundings(),
    finished: @escaping @Sendable () -> Void = {}
  ) {
    let disk = surroundings.disk
    self.init(to: file.path, widgets: widgets, patch: patch, on: surroundings.worker, finished: finished) {
      (values, patch) throws(SpinetError) in
      try file.write(values, over: patch, on: disk)
    }
  }

  /// Call it when the patch file has changed. The widgets must already have its new values.
  mutating func follow(patch changes: [String: Double]) {
    patch.merge(changes) { _, new in new }
    settings.merge(changes) { _, new in new }
  }

  /// Call it when the instrument has other widgets or other loaded values, because one of its files has changed.
  mutating func follow(_ instrument: LoadedInstrument) {
    widgets = instrument.widgets
    let now = widgets.snapshot()
    patch = now.merging(instrument.loadedValues) { $1 }
    settings = now.merging(settings.filter { now[$0.key] != nil }) { $1 }
    savedStamp = widgets.stamp &- 1
    news = WidgetNews()
  }

  /// Whether something is not saved yet.
  var isDirty: Bool { (news.isThere ? widgets.stamp : seenStamp) != savedStamp }

  /// Whether the writing thread is still working or its result has not been taken.
  var isWriting: Bool { writing != nil }

  /// Starts to write if no widget has moved for a second, or if a change has waited for five. Never waits. Throws the
  /// error of a write that has ended since the last call.
  mutating func save(ifRestingAt now: HostTime, played: PlayedWidgets = PlayedWidgets()) throws(SpinetError) {
    if let result = writing?.job.popOutcome() {
      try end(result)
      nextTryAt = now
    }
    let stamp = news.popChange() ? widgets.stamp : seenStamp
    if stamp != seenStamp {
      seenStamp = stamp
      restedAt = now.advanced(bySeconds: Self.restSeconds)
      dueAt = dueAt ?? now.advanced(bySeconds: Self.longestWaitSeconds)
    }
    guard writing == nil, stamp != savedStamp, now >= min(restedAt, dueAt ?? restedAt), now >= nextTryAt
    else { return }
    try beginWriting(valuesToKeep(played), stamp, at: now)
  }

  private mutating func beginWriting(
    _ values: [String: Double], _ stamp: UInt64, at now: HostTime
  ) throws(SpinetError) {
    dueAt = nil
    guard values != savedValues else {
      savedStamp = stamp
      return
    }
    nextTryAt = now.advanced(bySeconds: Self.secondsBetweenTries)
    writing = Writing(job: try writer.begin(values, patch), stamp: stamp, values: values)
  }

  private mutating func end(_ failure: SpinetError?) throws(SpinetError) {
    guard let ended = writing else { return }
    writing = nil
    if let failure { throw failure }
    (savedStamp, savedValues) = (ended.stamp, ended.values)
  }

  /// Waits until everything is saved, at the end of the session.
  mutating func finish(played: PlayedWidgets = PlayedWidgets()) throws(SpinetError) {
    // A write that failed is tried once more. Only the error of that attempt is thrown.
    if let result = writing?.job.wait() { try? end(result) }
    let stamp = widgets.stamp
    guard stamp != savedStamp else { return }
    let values = valuesToKeep(played)
    if values != savedValues { try writer.write(values, patch) }
    (savedStamp, savedValues) = (stamp, values)
  }

  private mutating func valuesToKeep(_ played: PlayedWidgets) -> [String: Double] {
    for (name, value) in widgets.snapshot() where !played.contains(name, of: widgets) {
      settings[name] = value
    }
    return settings.filter { patch[$0.key] != $0.value && SessionWidgets.isKept($0.key) }
  }
}
