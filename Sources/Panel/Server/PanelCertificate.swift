import Glibc
import SpinetLibrary
import SpinetRealtime
import SpinetText
import SystemPackage

/// The key and the certificate with which the panel is served over TLS. It is made once by the `openssl` command, and
/// kept where only its owner can read it, so that a browser that trusts it continues to do so for its year.
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
    if access(certificate.path.string, R_OK) != 0 {
      try certificate.make(for: addresses)
    } else if certificate.isOutdated {
      // Without openssl, the old one is better than none.
      try? certificate.make(for: addresses)
    }
    guard chmod(certificate.path.string, 0o600) == 0 else {
      throw certificate.failure("\(Errno.last)")
    }
    return certificate
  }

  private static let longestSeconds = 20.0

  private func make(for addresses: [String]) throws(SpinetError) {
    let temporary = path.beside("\(path.name).\(getpid())")
    let rules = path.beside("\(path.name).\(getpid()).rules")
    try makeFolder()
    defer { for file in [temporary, rules] { unlink(file.string) } }
    do throws(Errno) { try rules.write(Self.rules(addresses).utf8) } catch { throw failure("\(error)") }
    guard var process = ChildProcess("openssl", Self.words(temporary, rules)) else {
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

  private static let days = 365

  /// Makes a P-256 key, which every browser supports, and a self-signed certificate for a year.
  private static func words(_ file: FilePath, _ rules: FilePath) -> [String] {
    [
      "req", "-x509", "-config", rules.string, "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
      "-nodes",
      "-days", "\(days)", "-keyout", file.string, "-out", file.string,
    ]
  }

  /// What the certificate is for. A browser that trusts it trusts it for these addresses only.
  private static func rules(_ addresses: [String]) -> String {
    let names = ["DNS:localhost"] + (["127.0.0.1", "::1"] + addresses).map { "IP:\($0)" }
    return """
      [req]
      distinguished_name = name
      x509_extensions = uses
      prompt = no
      [name]
      CN = Spinet
      [uses]
      basicConstraints = critical, CA:FALSE
      keyUsage = critical, digitalSignature
      extendedKeyUsage = serverAuth
      subjectAltName = \(names.joined(separator: ", "))

      """
  }

  /// Whether it ends within a month, or is one of the first, which were valid for ten years and for other servers.
  private var isOutdated: Bool {
    lasts(days: 30) == false || lasts(days: Self.days + 1) == true
  }

  /// Whether the certificate is still valid then; nil if that is not known.
  private func lasts(days: Int) -> Bool? {
    let words = ["x509", "-in", path.string, "-noout", "-checkend", "\(days * 86_400)"]
    var process = ChildProcess("openssl", words)
    switch process?.end(within: Self.longestSeconds) {
    case .exited(0)?: return true
    case .exited(1)?: return false
    default: return nil
    }
  }

  private func failure(_ why: String) -> SpinetError {
    SpinetError(
      .notInstalled, what: "certificate \(path)", why: why,
      remedy: "install openssl, or open the panel without TLS")
  }
}
