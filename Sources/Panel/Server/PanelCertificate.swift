import Glibc
import SpinetLibrary
import SpinetRealtime
import SpinetText
import SystemPackage

/// The key and the certificate with which the panel is served over TLS. It is made once by the `openssl` command, and
/// kept where only its owner can read it, so that a browser that trusts it continues to do so.
struct PanelCertificate: Sendable {
  /// The path of a file with both.
  let path: FilePath

  /// The certificate in the state folder, made now if there is none.
  ///
  /// - Parameter addresses: the addresses of this machine, which the certificate names.
  static func kept(
    in folders: Folders = Folders(), for addresses: [String]
  ) throws(SpinetError) -> PanelCertificate {
    let certificate = PanelCertificate(path: folders.state.appending("panel/certificate.pem"))
    if access(certificate.path.string, R_OK) != 0 { try certificate.make(for: addresses) }
    guard chmod(certificate.path.string, 0o600) == 0 else {
      throw certificate.failure("\(Errno.last)")
    }
    return certificate
  }

  private static let longestSeconds = 20.0

  private func make(for addresses: [String]) throws(SpinetError) {
    let temporary = path.beside("\(path.name).\(getpid())")
    try makeFolder()
    defer { unlink(temporary.string) }
    guard var process = ChildProcess("openssl", Self.words(temporary, addresses)) else {
      throw failure("the system has no room for another process")
    }
    guard process.end(within: Self.longestSeconds) == .exited(status: 0) else {
      throw failure("the openssl command did not make it")
    }
    guard rename(temporary.string, path.string) == 0 else { throw failure("\(Errno.last)") }
  }

  private func makeFolder() throws(SpinetError) {
    do throws(Errno) { try path.removingLastComponent().makeFolder(permissions: 0o700) } catch {
      throw failure("its folder cannot be created")
    }
  }

  /// Makes a P-256 key, which every browser supports, and a self-signed certificate for ten years.
  private static func words(_ file: FilePath, _ addresses: [String]) -> [String] {
    let names = ["DNS:localhost"] + (["127.0.0.1", "::1"] + addresses).map { "IP:\($0)" }
    return [
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "3650",
      "-subj", "/CN=Spinet", "-addext", "subjectAltName=\(names.joined(separator: ","))", "-keyout",
      file.string, "-out", file.string,
    ]
  }

  private func failure(_ why: String) -> SpinetError {
    SpinetError(
      .notInstalled, what: "certificate \(path)", why: why,
      remedy: "install openssl, or open the panel without TLS")
  }
}
