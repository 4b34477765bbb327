import Logging
import SpinetDevices
import SpinetRealtime
import SystemPackage

/// The sound file of a recording: always playable up to the last second, and found by the next start if this process
/// ends before it is complete. Only its
/// writing thread uses it.
final class ListedRecording: RecordingFile {
  private let writer: SoundFileWriter
  private let list: UnfinishedRecordings
  private var listed: (temporary: FilePath, link: FilePath?)?

  init(_ writer: SoundFileWriter, in list: UnfinishedRecordings) {
    (self.writer, self.list) = (writer, list)
    writer.keepUpToDate()
    follow()
  }

  deinit { forget() }

  /// Opens files by the rules of a recording.
  static func opener(
    _ names: RecordingNames, in surroundings: Surroundings, _ logger: Logger
  ) -> Recording.Open {
    let (list, recordTo) = (UnfinishedRecordings(surroundings.folders), surroundings.recordTo)
    return { (path, rate) throws(SpinetError) in
      let writer = try SoundFileWriter(
        path: path, framesPerSecond: rate, replaces: names.mayReplace(path))
      writer.nextName = { _ throws(SpinetError) in try names.continuation() }
      writer.tell = { logger.warning("\($0)") }
      return recordTo(ListedRecording(writer, in: list))
    }
  }

  var path: FilePath { writer.path }

  func write(_ sound: StereoSamples) throws(SpinetError) {
    try writer.write(sound)
    follow()
  }

  func finish() throws(SpinetError) {
    try writer.finish()
    forget()
  }

  /// Lists the file that the writer has now.
  private func follow() {
    guard let temporary = writer.temporary, temporary != listed?.temporary else { return }
    forget()
    listed = (temporary, list.add(temporary))
  }

  private func forget() {
    if let link = listed?.link { list.remove(link) }
    listed = nil
  }
}
