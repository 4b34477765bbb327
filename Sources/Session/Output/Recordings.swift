import SpinetDevices
import SpinetRealtime
import SystemPackage

/// The current recording, and those whose files are being completed. [control-thread]
struct Recordings {
  private(set) var current: Recording?
  private var ending: [Recording] = []
  /// Why the last recording ended by itself.
  private var lastFailure: SpinetError?
  /// The error of the first recording that began and could not be completed.
  private var loss: SpinetError?

  init(_ current: Recording?) { self.current = current }

  mutating func begin(_ recording: Recording) {
    current = recording
    lastFailure = nil
  }

  /// The recorder of the current recording, for a stream of this rate; nil when nothing is recorded.
  mutating func recorder(framesPerSecond: Int) throws(SpinetError) -> FrameRecorder? {
    try current?.recorder(framesPerSecond: framesPerSecond)
  }

  /// Ends the current recording. Other threads complete its files.
  ///
  /// - Parameter reply: is answered when the files are complete.
  mutating func end(_ reply: WaitingReply? = nil) {
    guard var recording = current else { return }
    current = nil
    // Who started it may still wait for the file to open.
    recording.reply?.answer(.unopenedRecording)
    recording.reply = reply
    recording.end()
    ending.append(recording)
  }

  /// Forgets the current recording, which could not begin. Who started it gets the error from elsewhere.
  mutating func withdraw() {
    current?.reply = nil
    end()
  }

  /// The error for those who end a recording when there is none. If the last one ended by a failure, it says so
  /// once.
  mutating func popAbsence() -> SpinetError {
    defer { lastFailure = nil }
    return lastFailure
      ?? SpinetError(
        .notRecording, what: "recording", why: "nothing is recorded", remedy: Remedy(.startRecording))
  }

  /// Reports files that are complete or have failed, and answers those who wait for them.
  ///
  /// - Returns: whether the current recording has failed.
  mutating func check() -> Bool {
    for index in ending.indices { ending[index].check() }
    for recording in ending where recording.isOver { conclude(recording) }
    ending.removeAll(where: \.isOver)
    current?.check()
    guard let recording = current, recording.failure != nil || !recording.paths.isEmpty else { return false }
    current?.reply = nil
    guard let failure = recording.failure else {
      recording.reply?.answer(.recording(recording.paths[0]))
      return false
    }
    // Who still waits for the start gets the failure as the answer.
    lastFailure = recording.reply == nil ? failure : nil
    recording.reply?.answer(.refused(failure))
    return true
  }

  private mutating func conclude(_ recording: Recording) {
    if !recording.paths.isEmpty { loss = loss ?? recording.failure }
    recording.reply?.answer(
      recording.failure.map(Response.refused) ?? .recorded(recording.paths, seconds: recording.seconds))
  }

  /// Ends all recordings and waits until their files are complete.
  mutating func finish() throws(SpinetError) {
    var failure: SpinetError?
    for index in ending.indices {
      do { try ending[index].finish() } catch { failure = failure ?? error }
    }
    do { try current?.finish() } catch { failure = failure ?? error }
    if let failure = loss ?? failure { throw failure }
  }
}
