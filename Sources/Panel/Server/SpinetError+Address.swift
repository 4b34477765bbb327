import NIOCore
import SpinetRealtime
import SystemPackage

extension SpinetError {
  /// A port at which nobody can listen, in the system's own words.
  package init(unopened what: String, because error: any Error) {
    let why = (error as? IOError).map { Errno(rawValue: $0.errnoCode).description } ?? "\(error)"
    self.init(.addressUnusable, what: what, why: why, remedy: "choose another port")
  }
}
