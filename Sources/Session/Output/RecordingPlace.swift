import Glibc
import SpinetDevices
import SpinetLibrary
import SpinetRealtime
import SpinetText
import SystemPackage

/// Where a recording without a name is stored: beside the recording that the options name, or in the music folder.
struct RecordingPlace: Sendable {
  private let record: FilePath?
  private let folders: Folders
  private let disk: Disk
  /// When the recording began, in seconds since 1970.
  private let seconds: Int64

  init(beside record: FilePath?, in surroundings: Surroundings) {
    (self.record, folders, disk) = (record, surroundings.folders, surroundings.disk)
    seconds = surroundings.clock.wall / 1_000_000_000
  }

  /// A path with the date as its name: `spinet-2026-03-09-201500.wav`. Makes the music folder if there is none. Waits
  /// for the disk.
  func path() throws(SpinetError) -> FilePath {
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

  /// Completes the recordings that were left behind, also by earlier versions, which kept no list, and removes other
  /// temporary files. Waits for the disk.
  func completeLeft() -> [LeftSound.Outcome] {
    AtomicFile.removeLeft(in: folders.state, at: Double(seconds), on: disk)
    var places = [folders.music, record?.absolute.removingLastComponent()].compactMap(\.self)
    if places.first == places.last { places = Array(places.prefix(1)) }
    return UnfinishedRecordings(folders).complete(alsoIn: places)
  }

  private var name: String {
    var (moment, parts) = (time_t(seconds), tm())
    localtime_r(&moment, &parts)
    var text = [CChar](repeating: 0, count: 64)
    let length = strftime(&text, text.count, "spinet-%Y-%m-%d-%H%M%S", &parts)
    return String(decoding: text[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

extension LeftSound.Outcome {
  /// What to tell about it; nil for nothing.
  var remark: String? {
    switch self {
    case .completed(let path, let seconds):
      "\(path): a recording of \((seconds * 10).rounded() / 10) s, which an earlier run could not end, is complete now"
    case .damaged(let path):
      "\(path): a recording that an earlier run could not end cannot be completed; it is kept"
    case .gone, .inUse: nil
    }
  }
}
