import SpinetDevices
import SpinetRealtime
import SystemPackage

/// The file of a recording on the evening's disk. What a disk refuses is an error; after a kill nothing is written.
final class EveningRecording: RecordingFile {
  private let file: any RecordingFile
  private let disk: EveningDisk

  init(_ file: any RecordingFile, on disk: EveningDisk) { (self.file, self.disk) = (file, disk) }

  var path: FilePath { file.path }

  func write(_ sound: StereoSamples) throws(SpinetError) {
    guard !disk.isCutOff else { return }
    guard disk.health == .well else {
      throw SpinetError(
        .notWritten, what: path.string,
        why: disk.health == .full ? "No space left on device" : "Input/output error",
        remedy: "make room on the disk")
    }
    try file.write(sound)
  }

  func finish() throws(SpinetError) { if !disk.isCutOff { try file.finish() } }
}
