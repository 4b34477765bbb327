import SpinetDevices
import SpinetLibrary
import SpinetRealtime
import SpinetWidgets

// Recordings that begin and end while the engine plays.
extension SoundOutput {
  var isRecording: Bool { recordings.current != nil }

  /// Begins a recording. Another thread opens its file.
  func startRecording(_ recording: Recording) throws(SpinetError) {
    guard let run else {
      throw SpinetError(
        .engineStopped, what: "recording", why: "the engine is stopped",
        remedy: Remedy(.startEngine))
    }
    recordings.begin(recording)
    do {
      run.output.record(to: try recordings.recorder(framesPerSecond: run.format.framesPerSecond))
    } catch {
      recordings.withdraw()
      throw error
    }
  }

  /// - Parameter reply: is answered when the files are complete.
  func stopRecording(_ reply: WaitingReply? = nil) {
    run?.output.record(to: nil)
    recordings.end(reply)
    instrument.sessionWidgets.recording.set(0)
  }

  /// Reports failures of the files. A full disk ends the recording; the sound continues.
  func checkRecordings() {
    if recordings.check() { stopRecording() }
  }
}
