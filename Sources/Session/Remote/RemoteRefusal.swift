import SpinetRealtime
import SpinetText

/// An error in the form in which the socket carries it.
struct RemoteRefusal {
  let error: SpinetError

  init(_ error: SpinetError) { self.error = error }

  private static let separator: Character = "\u{1F}"

  /// One line: `!cause␟what␟why␟remedy`. Control characters in the texts are replaced.
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

// MARK: Files that cannot be loaded
extension RemoteRefusal {
  /// Why a sound could not be loaded; all errors of its file in one line, each with its position.
  init(loading error: SpinetError) {
    if error.diagnostics.isEmpty {
      self.init(error)
    } else {
      self.init(
        SpinetError(.input, what: error.what, why: error.why, remedy: "fix the file, or load another sound"))
    }
  }
}
