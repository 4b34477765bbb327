import Glibc
import SpinetFormats
import SpinetLibrary
import SpinetRealtime
import SpinetText
import SystemPackage

/// The token and the port of a panel, as a file that only its owner can read. So the link on a phone works tomorrow.
struct KeptLink: Sendable {
  let token: AccessToken
  let port: Int

  init(token: AccessToken, port: Int) { (self.token, self.port) = (token, port) }

  /// Nil if there is no file, or none that can be used.
  init?(at path: FilePath) {
    guard let bytes = try? InputFile.bytes(at: path, remedy: "delete it"),
      let root = YAMLDocument(bytes: bytes, file: path.string).root,
      case .text(let hex)? = root["token"]?.content,
      let token = AccessToken(hex), case .text(let number)? = root["port"]?.content, let port = Int(number),
      (1...65535).contains(port)
    else { return nil }
    self.init(token: token, port: port)
  }

  /// - Throws: if it cannot be kept. The panel works without.
  func write(to path: FilePath) throws(SpinetError) {
    do throws(Errno) { try path.removingLastComponent().makeFolder(permissions: 0o700) } catch {
      throw SpinetError(.notWritten, what: path.string, why: "\(error)", remedy: Remedy(.choosePlace))
    }
    try AtomicFile.write(
      "# Whoever has this token can play. Delete this file for a new one.\ntoken: \(token.text)\nport: \(port)\n",
      to: path)
    // Somebody may have opened it to others, and a file that is there keeps its permissions.
    chmod(path.string, 0o600)
  }
}
