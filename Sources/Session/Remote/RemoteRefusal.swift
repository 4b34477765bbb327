import SpinetRealtime
import SpinetText

/// An error on its way over the socket.
struct RemoteRefusal {
  let error: SpinetError

  init(_ error: SpinetError) { self.error = error }

  private static let separator: Character = "\u{1F}"

  /// One line: `!cause␟what␟why␟remedy`, whatever stands in them.
  var line: String {
    let parts = ["\(error.cause)", error.what, error.why, error.remedy].map(\.printable)
    return "!" + parts.joined(separator: String(Self.separator))
  }

  init?(_ line: String) {
    guard line.first == "!" else { return nil }
    let parts = line.dropFirst().split(separator: Self.separator, omittingEmptySubsequences: false).map(
      String.init)
    guard parts.count == 4 else { return nil }
    let cause: SpinetError.Cause = parts[0] == "usage" ? .usage : parts[0] == "input" ? .input : .device
    error = SpinetError(cause, what: parts[1], why: parts[2], remedy: parts[3])
  }
}
