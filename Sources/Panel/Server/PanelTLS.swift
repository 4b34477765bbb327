import NIOCore
import SpinetRealtime
import SystemPackage

#if TLS
  import NIOSSL

  /// Adds TLS to the panel's connections.
  struct PanelTLS: Sendable {
    private let context: NIOSSLContext

    init(_ certificate: PanelCertificate) throws(SpinetError) {
      do {
        let chain = try NIOSSLCertificate.fromPEMFile(certificate.path.string)
        let key = try NIOSSLPrivateKey(file: certificate.path.string, format: .pem)
        var configuration = TLSConfiguration.makeServerConfiguration(
          certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        configuration.minimumTLSVersion = .tlsv12
        context = try NIOSSLContext(configuration: configuration)
      } catch {
        throw SpinetError(
          .fileInvalid, what: certificate.path.string, why: "it has no key with a certificate",
          remedy: "delete it; Spinet makes a new one")
      }
    }

    func begin(on channel: any Channel) throws {
      try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
    }
  }
#else
  /// Stands in for the type above when Spinet is built without TLS.
  struct PanelTLS: Sendable {
    init(_ certificate: PanelCertificate) throws(SpinetError) { throw Self.missing }

    func begin(on channel: any Channel) throws {}
  }
#endif

extension PanelTLS {
  /// Makes a key and a certificate only if this build can use them.
  static func kept(for addresses: [String]) throws(SpinetError) -> PanelTLS {
    guard isBuiltIn else { throw missing }
    return try PanelTLS(PanelCertificate.kept(for: addresses))
  }

  #if TLS
    private static var isBuiltIn: Bool { true }
  #else
    private static var isBuiltIn: Bool { false }
  #endif

  private static var missing: SpinetError {
    SpinetError(
      .notInstalled, what: "panel", why: "this spinet was built without TLS",
      remedy: "build it with 'swift build --traits TLS', or open the panel without it")
  }
}
