import Glibc
import SpinetDevices
import SpinetLibrary
import SpinetRealtime
import SpinetText
import SystemPackage

/// Remembers the recordings whose files have no name yet, so that the next start finds what a kill or a crash has left.
///
/// Each is a link in the folder `recordings` of the state, which leads to the file. A link that cannot be made is none:
/// the recording goes on. [any-thread]
struct UnfinishedRecordings: Sendable {
  private let folder: FilePath

  init(_ folders: Folders) { folder = folders.state.appending("recordings") }

  /// Adds a file. Returns its link; nil if it cannot be made. Waits for the disk.
  func add(_ temporary: FilePath) -> FilePath? {
    try? folder.makeFolder(permissions: 0o700)
    for _ in 0..<8 {
      let link = folder.appending(String(UInt64.random(in: 0...UInt64.max), radix: 36))
      if symlink(temporary.absolute.string, link.string) == 0 { return link }
      guard errno == EEXIST else { return nil }
    }
    return nil
  }

  func remove(_ link: FilePath) { unlink(link.string) }

  /// Completes what was left behind, here and in other folders in which recordings are. Waits for the disk.
  ///
  /// - Returns: what to tell about it.
  func complete(alsoIn folders: [FilePath]) -> [LeftSound.Outcome] {
    var outcomes: [LeftSound.Outcome] = []
    for link in links {
      guard let temporary = link.linkTarget else { continue }
      guard let outcome = LeftSound.complete(temporary) else { continue }
      outcomes.append(outcome)
      if outcome != .inUse { remove(link) }
    }
    for folder in folders {
      outcomes += LeftSound.all(in: folder).compactMap(LeftSound.complete)
    }
    return outcomes
  }

  private var links: [FilePath] { ((try? folder.entries()) ?? []).map { folder.appending($0) } }
}
