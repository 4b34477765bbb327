import SpinetRealtime
import SpinetText
import SystemPackage

/// Assigns files to songs when many songs are rendered at once.
package struct RenderPlan: Sendable {
  /// One song and its file.
  package struct Job: Hashable, Sendable {
    package let song: FilePath
    package let output: FilePath
  }

  /// Every N-th song, for several machines that share the work.
  package struct Shard: Hashable, Sendable {
    let index: Int
    let count: Int

    /// Reads `3/16`: the third of sixteen.
    package init?(_ text: String) {
      let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
      guard numbers.count == 2, let index = numbers[0], let count = numbers[1], count >= 1,
        (1...count).contains(index)
      else { return nil }
      (self.index, self.count) = (index, count)
    }
  }

  package let jobs: [Job]

  /// - Throws: an error if two songs would have the same file, even songs of other shards.
  package init(songs: [FilePath], folder: FilePath, shard: Shard? = nil) throws(SpinetError) {
    let all = songs.map { song in
      Job(song: song, output: folder.appending("\(song.stem ?? song.string).wav"))
    }
    var known: [FilePath: FilePath] = [:]
    for job in all {
      if let other = known.updateValue(job.song, forKey: job.output) {
        throw SpinetError(
          .wrongValue, what: job.song.string,
          why: "its output would be \(job.output), and so would that of \(other)",
          remedy: "render them into different folders")
      }
    }
    jobs = all.enumerated().filter { shard?.contains($0.offset) ?? true }.map(\.element)
  }

  /// Splits the words of a command line: songs by their endings or their first bytes, and what is left.
  package static func split(
    _ words: [String], isSong: (FilePath) -> Bool
  ) -> (songs: [FilePath], instrument: [String]) {
    (words.map { FilePath($0) }.filter(isSong), words.filter { !isSong(FilePath($0)) })
  }

  /// Whether a name or a content is that of a standard MIDI file.
  package static func isSong(_ path: FilePath) -> Bool {
    if ["mid", "midi", "kar", "smf"].contains(path.ending) { return true }
    // To open a pipe would wait until a program writes to it.
    guard let file = try? FileDescriptor.open(path, .readOnly, options: .nonBlocking) else { return false }
    defer { try? file.close() }
    var start = [UInt8](repeating: 0, count: 4)
    let count = try? start.withUnsafeMutableBytes { try file.read(into: $0) }
    return count == 4 && start == Array("MThd".utf8)
  }
}

extension RenderPlan.Shard {
  fileprivate func contains(_ jobIndex: Int) -> Bool { jobIndex % count == index - 1 }
}
