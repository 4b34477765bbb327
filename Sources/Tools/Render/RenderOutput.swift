import SpinetDevices
import SpinetRealtime
import SpinetText
import SystemPackage

/// The file that a render writes, and what happens to one that has the name.
package struct RenderOutput {
  let path: FilePath
  let replaces: Bool
  /// The name of what a program has played until it crashed. No file has it: a fragment replaces nothing.
  let fragment: FilePath

  /// - Parameters:
  ///   - path: ends in `.wav`, `.aiff` or `.flac`.
  ///   - replaces: whether a file of that name is replaced.
  ///   - isOneOfMany: whether a file of that name would count as complete, so that a fragment cannot have it.
  package init(_ path: FilePath, replaces: Bool = false, isOneOfMany: Bool = false) {
    (self.path, self.replaces) = (path, replaces)
    fragment = isOneOfMany || path.exists ? Self.freeFragment(of: path) : path
  }

  /// `song-fragment.wav`, or with a number.
  private static func freeFragment(of path: FilePath) -> FilePath {
    let stem = path.stem ?? ""
    let fragment = path.beside("\(stem)-fragment\(path.name.dropFirst(stem.count))")
    return fragment.exists ? fragment.nextFree : fragment
  }

  /// Throws if the file may not be written.
  func check() throws(SpinetError) {
    _ = try SoundFileKind(ofFileNamed: path)
    guard replaces || !path.exists || path.isFolder else {
      throw SpinetError(
        .fileExists, what: path.string, why: "the file exists", remedy: Remedy(.chooseOtherName))
    }
  }
}
