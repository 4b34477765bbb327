import Glibc
import Scratch
import SpinetLibrary
import SpinetText
import SystemPackage
import Testing

@testable import SpinetPanel

/// The certificate of the panel's https, as openssl reads it.
@Suite struct PanelCertificateTests {
  private let scratch = TemporaryFolder()
  private var folders: Folders {
    Folders(environment: ["XDG_STATE_HOME": scratch.path, "HOME": scratch.path])
  }

  /// What a shell command prints, with its errors.
  private func printed(_ command: String) throws -> String {
    let output = "\(scratch.path)/printed"
    #expect(system("(\(command)) > '\(output)' 2>&1") == 0, "\(command)")
    return try FilePath(output).text()
  }

  private func text(of certificate: PanelCertificate) throws -> String {
    try printed("openssl x509 -in '\(certificate.path)' -noout -text")
  }

  /// Whether it is valid after so many days.
  private func lasts(_ days: Int, _ certificate: PanelCertificate) -> Bool {
    system("openssl x509 -in '\(certificate.path)' -noout -checkend \(days * 86_400) > /dev/null") == 0
  }

  @Test func `Lasts a year, signs for no others, and names this machine's addresses only`() throws {
    let certificate = try PanelCertificate.kept(in: folders, for: ["192.168.7.9"])
    let text = try text(of: certificate)
    #expect(text.contains("CA:FALSE") && !text.contains("CA:TRUE"))
    #expect(text.contains("TLS Web Server Authentication") && !text.contains("Certificate Sign"))
    for name in ["DNS:localhost", "IP Address:127.0.0.1", "IP Address:192.168.7.9"] {
      #expect(text.contains(name))
    }
    #expect(lasts(364, certificate) && !lasts(366, certificate))
    var status = stat()
    #expect(stat(certificate.path.string, &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test func `Is kept as long as it is good`() throws {
    let first = try PanelCertificate.kept(in: folders, for: [])
    let before = try first.path.text()
    #expect(try PanelCertificate.kept(in: folders, for: []).path.text() == before)
  }

  @Test(arguments: [(3650, "CA:TRUE"), (20, "CA:FALSE")])
  func `An old one is replaced: of ten years, or that ends within a month`(days: Int, uses: String) throws {
    let path = folders.state.appending("panel/certificate.pem")
    try path.removingLastComponent().makeFolder(permissions: 0o700)
    _ = try printed(
      """
      openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=Old -days \(days) \
      -addext basicConstraints=critical,\(uses) -keyout '\(path)' -out '\(path).part' && cat '\(path).part' >> '\(path)'
      """)
    let certificate = try PanelCertificate.kept(in: folders, for: [])
    #expect(
      try !text(of: certificate).contains("CN = Old") && lasts(364, certificate) && !lasts(366, certificate))
  }
}
