import Glibc
import SpinetRealtime
import SpinetText
import SystemPackage

/// Reads files that the user names.
package enum InputFile {
  /// In bytes. No mapping, patch or score is larger, and a device such as `/dev/zero` would never end.
  private static let byteLimit = 64 << 20
  private static let longestSilenceSeconds = 10.0
  /// For a file that was found, not named by the user.
  static let remedy = Remedy(.giveOtherFile)

  /// The whole file, by open(2) and read(2). A pipe is read to its end, unless nothing comes for ten seconds. Blocks.
  ///
  /// - Parameter remedy: what to do about a file that cannot be read.
  package static func bytes(
    at path: FilePath, remedy: @autoclosure () throws(SpinetError) -> Remedy
  ) throws(SpinetError) -> [UInt8] {
    func failure(_ why: String) throws(SpinetError) -> SpinetError {
      SpinetError(.notReadable, what: path.string, why: why, remedy: try remedy())
    }
    // Without O_NONBLOCK, opening a named pipe waits until another program writes to it.
    let descriptor = open(path.string, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw try failure("\(Errno.last)") }
    defer { close(descriptor) }
    var content: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count == 0 { return content }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN {
        guard isReadable(descriptor, within: longestSilenceSeconds) else {
          throw try failure("nothing comes from this pipe")
        }
        continue
      }
      guard count > 0 else { throw try failure("\(Errno.last)") }
      content += buffer[..<count]
      guard content.count <= byteLimit else { throw try failure("larger than 64 MB") }
    }
  }

  /// The whole of a file that may exist beside another one; nil if it does not. Blocks.
  package static func bytes(ifThereIs path: FilePath) throws(SpinetError) -> [UInt8]? {
    guard path.exists else { return nil }
    return try bytes(at: path, remedy: "fix it, or move it away")
  }

  /// The whole file as text, which must be UTF-8. Blocks.
  package static func text(
    at path: FilePath, remedy: @autoclosure () throws(SpinetError) -> Remedy
  ) throws(SpinetError) -> String {
    guard let text = String(validating: try bytes(at: path, remedy: try remedy()), as: UTF8.self) else {
      throw SpinetError(.notReadable, what: path.string, why: "it is not UTF-8", remedy: try remedy())
    }
    return text
  }
}
