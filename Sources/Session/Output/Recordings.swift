import SpinetDevices
import SpinetRealtime
import SystemPackage

/// The current recording, and those whose files are being completed. [control-thread]
struct Recordings {
  private(set) var current: Recording?
  private var ending: [Recording] = []
  private var answers: [(client: Int32, lines: [String])] = []
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
  /// - Parameter client: gets its answer when the files are complete.
  mutating func end(for client: Int32? = nil) {
    guard var recording = current else { return }
    current = nil
    // Answers the client that still waits for the file to open.
    recording.client.map { answer($0, ["the recording has ended before its file was open"]) }
    recording.client = client
    recording.end()
    ending.append(recording)
  }

  /// The error of a client that ends a recording when there is none. If the last one ended by a failure, it says so
  /// once.
  mutating func takeAbsence() -> SpinetError {
    defer { lastFailure = nil }
    return lastFailure
      ?? SpinetError(
        .notRecording, what: "recording", why: "nothing is recorded", remedy: Remedy(.startRecording))
  }

  /// Reports files that are complete or have failed, and prepares the answers to clients.
  ///
  /// - Returns: whether the current recording has failed.
  mutating func check() -> Bool {
    for index in ending.indices { ending[index].check() }
    for recording in ending where recording.isOver { conclude(recording) }
    ending.removeAll(where: \.isOver)
    current?.check()
    guard let recording = current, recording.failure != nil || !recording.paths.isEmpty else { return false }
    current?.client = nil
    if let failure = recording.failure {
      // A client that still waits for the start gets the failure as its answer.
      lastFailure = recording.client == nil ? failure : nil
      recording.client.map { answer($0, [RemoteRefusal(failure).line]) }
      return true
    }
    recording.client.map { answer($0, ["recording \(recording.paths[0])"]) }
    return false
  }

  private mutating func conclude(_ recording: Recording) {
    if !recording.paths.isEmpty { loss = loss ?? recording.failure }
    guard let client = recording.client else { return }
    if let failure = recording.failure { return answer(client, [RemoteRefusal(failure).line]) }
    let seconds = (recording.seconds * 10).rounded() / 10
    answer(client, ["recorded \(recording.paths.map(\.string).joined(separator: ", ")), \(seconds) s"])
  }

  private mutating func answer(_ client: Int32, _ lines: [String]) { answers.append((client, lines)) }

  /// The answers to clients that have waited. Each is returned once.
  mutating func takeAnswers() -> [(client: Int32, lines: [String])] {
    defer { answers = [] }
    return answers
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
