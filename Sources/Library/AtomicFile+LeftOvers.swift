import Glibc
import SpinetText
import SystemPackage

extension AtomicFile {
  /// Removes the temporary files that kills have left in a folder. One that is younger than a minute may still be
  /// written. Waits for the disk.
  ///
  /// - Parameter now: in seconds since 1970.
  package static func removeLeft(in folder: FilePath, at now: Double, on disk: Disk) {
    for name in (try? folder.entries()) ?? [] where isTemporary(name) {
      let file = folder.appending(name)
      if let seconds = file.modificationSeconds, now - seconds > 60 { _ = disk.remove(file) }
    }
  }

  /// `.1x2y3z.new`, and `.4711.new` of earlier versions.
  private static func isTemporary(_ name: String) -> Bool {
    guard name.hasPrefix("."), name.hasSuffix(".new") else { return false }
    let middle = name.dropFirst().dropLast(4)
    return !middle.isEmpty && middle.allSatisfy { $0.isASCII && ($0.isNumber || $0.isLowercase) }
  }
}
