import Glibc
import Logging
import SpinetDevices
import SpinetLibrary
import SpinetRealtime
import SpinetText
import SpinetWidgets
import SystemPackage

// Recording the output, by command and by the widget `recording`.
extension LiveSession {
  /// Carries out `spinet record`. The answer comes when the file is open or complete.
  func answer(_ verb: RecordVerb, for client: Int32) throws(SpinetError) {
    switch verb {
    case .start(let path, let replaces):
      guard !host.isRecording else {
        throw SpinetError(
          .recordingRunning, what: "recording", why: "a recording is already running",
          remedy: Remedy(.stopRecording))
      }
      if let path { _ = try SoundFileKind(ofFileNamed: path) }
      try startRecording(path, replaces: replaces, for: client)
    case .stop:
      guard host.isRecording else { throw host.recordings.takeAbsence() }
      host.stopRecording(for: client)
    }
  }

  /// - Parameter path: nil for a name with the date.
  private func startRecording(
    _ path: FilePath?, replaces: Bool = false, for client: Int32? = nil
  ) throws(SpinetError) {
    let place = RecordingPlace(beside: options.recordFile)
    var recording = Recording(
      replaces: replaces, logger: logger, changed: { [handle] in handle.wake() },
      path: { () throws(SpinetError) in
        if let path { return path }
        return try place.path()
      })
    recording.client = client
    try host.startRecording(recording)
    instrument.sessionWidgets.recording.set(1)
  }

  /// Starts and ends recordings according to the widget, and answers waiting clients.
  func followRecording() {
    let isWanted = instrument.sessionWidgets.recording.value >= 0.5
    if isWanted, !host.isRecording {
      do throws(SpinetError) { try startRecording(nil) } catch {
        instrument.sessionWidgets.recording.set(0)
        logger.error(error)
      }
    } else if !isWanted, host.isRecording {
      host.stopRecording()
    }
    for (client, lines) in host.recordings.takeAnswers() { reply(lines, to: client) }
  }
}

/// Where a recording without a name is stored: beside the recording that the options name, or in the music folder.
struct RecordingPlace: Sendable {
  private let record: FilePath?
  /// When the recording began.
  private let moment = time(nil)

  init(beside record: FilePath?) { self.record = record }

  /// A path with the date as its name: `spinet-2026-03-09-201500.wav`. Makes the music folder if there is none. Waits
  /// for the disk.
  func path(folders: Folders = Folders()) throws(SpinetError) -> FilePath {
    guard let record else {
      guard let music = folders.music else {
        throw SpinetError(
          .folderUnusable, what: "recording", why: "there is no home folder for it",
          remedy: Remedy(.nameRecording))
      }
      try? music.makeFolder()
      return music.appending("\(name).wav")
    }
    return record.beside("\(name).\(record.ending)")
  }

  private var name: String {
    var (moment, parts) = (moment, tm())
    localtime_r(&moment, &parts)
    var text = [CChar](repeating: 0, count: 64)
    let length = strftime(&text, text.count, "spinet-%Y-%m-%d-%H%M%S", &parts)
    return String(decoding: text[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
