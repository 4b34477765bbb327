import Logging
import SpinetDevices
import SpinetEngine
import SpinetLibrary
import SpinetRealtime
import SpinetWidgets
import SystemPackage

/// Lets the sound follow the widgets and the instrument: it starts, stops and records as they say, and ends with a
/// program that has ended.
///
/// It always has a next moment while the engine runs, so that nothing sounds, pauses or is lost unseen. [control-thread]
final class OutputControl {
  let output: SoundOutput
  private let performer: Performer
  private let logger: Logger
  /// The file that the options record into; recordings without a name stand beside it.
  private let recordFile: FilePath?
  private let surroundings: Surroundings
  private let wake: @Sendable () -> Void
  /// Completes the recordings that were left behind; nil when that is done.
  private var completing: BackgroundJob<[LeftSound.Outcome]>?
  /// Until when a card that was woken may still say that it is paused.
  private var wakesUntil = HostTime(nanoseconds: 0)

  private static let secondsWhilePlaying = 0.02
  private static let secondsAtRest = 1.0

  /// - Parameter wake: called by other threads when a recording has news.
  init(
    of output: SoundOutput, for performer: Performer, recordFile: FilePath?, in surroundings: Surroundings,
    logger: Logger, wake: @escaping @Sendable () -> Void
  ) {
    (self.output, self.performer, self.logger) = (output, performer, logger)
    (self.recordFile, self.surroundings, self.wake) = (recordFile, surroundings, wake)
    let place = RecordingPlace(beside: recordFile, in: surroundings)
    completing = try? BackgroundJob(
      "spinet-found", on: surroundings.worker, work: { place.completeLeft() }, finished: wake)
  }

  deinit { completing?.abandon(after: 0) }

  private var widgets: SessionWidgets { performer.instrument.sessionWidgets }

  /// Starts or stops the engine.
  func run(_ isOn: Bool) throws(SpinetError) {
    widgets.running.set(isOn ? 1 : 0)
    output.follow()
    if isOn, let failure = output.failure { throw failure }
  }

  /// Stops the engine when all programs have ended by themselves. That is not an error, and the widgets stay usable.
  private func endPerformance() {
    let crashes = performer.popCrashes()
    for (name, crash) in crashes { logger.error("\(name): \(crash.reason); fix it, or play another") }
    guard performer.hasPerformanceEnded else { return }
    if crashes.isEmpty { logger.info("\(performer.instrument.name): the performance has ended") }
    widgets.running.set(0)
    output.follow()
  }

  // MARK: Recording

  /// Begins or ends a recording, and answers when its file is open or complete.
  func record(_ verb: RecordVerb, _ reply: consuming Reply) {
    let reply = WaitingReply(reply)
    do throws(SpinetError) {
      switch verb {
      case .start(let path, let replaces): try startRecording(path, replaces: replaces, reply)
      case .stop:
        guard output.isRecording else { throw output.recordings.popAbsence() }
        output.stopRecording(reply)
      }
    } catch {
      reply.answer(.refused(error))
    }
  }

  /// - Parameter path: nil for a name with the date.
  private func startRecording(
    _ path: FilePath?, replaces: Bool = false, _ reply: WaitingReply? = nil
  ) throws(SpinetError) {
    guard !output.isRecording else {
      throw SpinetError(
        .recordingRunning, what: "recording", why: "a recording is already running",
        remedy: Remedy(.stopRecording))
    }
    if let path { _ = try SoundFileKind(ofFileNamed: path) }
    let place = RecordingPlace(beside: recordFile, in: surroundings)
    var recording = Recording(
      replaces: replaces, logger: logger, in: surroundings, changed: wake,
      path: { () throws(SpinetError) in
        if let path { return path }
        return try place.path()
      })
    recording.reply = reply
    try output.startRecording(recording)
    widgets.recording.set(1)
  }

  /// Tells where the recordings are that an earlier process could not complete.
  private func tellLeft() {
    guard let outcomes = completing?.popOutcome() else { return }
    completing = nil
    for outcome in outcomes { outcome.remark.map { logger.warning("\($0)") } }
  }

  /// Starts and ends recordings according to the widget.
  private func followRecording() {
    let isWanted = widgets.recording.value >= 0.5
    if isWanted, !output.isRecording {
      do throws(SpinetError) { try startRecording(nil) } catch {
        widgets.recording.set(0)
        logger.error(error)
      }
    } else if !isWanted, output.isRecording {
      output.stopRecording()
    }
  }
}

extension OutputControl: Service {
  /// The audio thread reports ended voices, a pause and a lost card without a wake-up. So while something sounds or may
  /// begin to sound, this looks at it often, and otherwise from time to time.
  func nextMoment(after now: HostTime) -> HostTime? {
    guard output.isRunning else { return nil }
    let check = now.advanced(bySeconds: isResting(at: now) ? Self.secondsAtRest : Self.secondsWhilePlaying)
    return [check, output.nextMoment].compactMap(\.self).min()
  }

  /// Whether the card is paused, and nothing that could end the pause is on its way.
  private func isResting(at now: HostTime) -> Bool {
    !output.isPlaying && !performer.isSounding && now >= wakesUntil
  }

  func turn(at now: HostTime, isReady: Bool) {
    output.follow()
    followRecording()
    tellLeft()
    endPerformance()
    // A part that has left is freed when it was heard to be silent.
    if output.wakeIfNeeded(or: performer.isAnyLeaving || performer.backing.metronome.track.isWanted) {
      wakesUntil = now.advanced(bySeconds: Self.secondsAtRest)
    }
  }
}

extension OutputControl: PerformanceListener {
  func changed(_ change: InstrumentChange) {
    output.restartIfNeeded()
    // A program begins to play when it is chosen, and the old sound is freed when it was heard to be silent.
    if output.wakeIfNeeded(or: true) { wakesUntil = change.time.advanced(bySeconds: Self.secondsAtRest) }
  }
}
