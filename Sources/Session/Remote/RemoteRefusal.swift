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
  /// All errors of a file in one line, each with its position.
  ///
  /// - Parameter name: the name of what could not be loaded.
  init(loading name: String, _ error: any Error) {
    let remedy = "fix the file, or load another sound"
    guard let errors = error as? DocumentErrors, let first = errors.diagnostics.first else {
      self.init(SpinetError(.input, what: name, why: "\(error)", remedy: remedy))
      return
    }
    let texts = errors.diagnostics.map { $0.text(after: first.file) }
    self.init(SpinetError(.input, what: first.file, why: texts.joined(separator: "; "), remedy: remedy))
  }
}

extension Diagnostic {
  /// `LINE:COLUMN: error: …`, with the file's name unless it is `file`, which has been named already.
  fileprivate func text(after file: String) -> String {
    self.file == file ? String(description.dropFirst(file.count + 1)) : description
  }
}
