import CALSA

/// A negative answer of the ALSA library, with what was being done.
struct ALSAError: Error, CustomStringConvertible {
  let code: Int32
  let operation: String

  /// The library's own words. The corresponding C function is `snd_strerror`.
  var reason: String { snd_strerror(code).map { String(cString: $0) } ?? "error \(code)" }

  var description: String { "\(operation): \(reason)" }

  /// Throws when `code` is negative, answers it otherwise.
  @discardableResult static func check(_ code: Int32, _ operation: String) throws(ALSAError) -> Int32 {
    guard code >= 0 else { throw ALSAError(code: code, operation: operation) }
    return code
  }
}
