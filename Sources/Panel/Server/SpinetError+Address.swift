import NIOCore
import SpinetRealtime
import SystemPackage

extension SpinetError {
  /// A port that cannot be opened, with the system's reason.
  package init(unopened what: String, because error: any Error) {
    let why = (error as? IOError).map { Errno(rawValue: $0.errnoCode).description } ?? "\(error)"
    self.init(.addressUnusable, what: what, why: why, remedy: "choose another port")
  }
}
