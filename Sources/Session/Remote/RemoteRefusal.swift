import SpinetRealtime
import SpinetText

/// An error in the form in which the socket carries it.
struct RemoteRefusal {
  let error: SpinetError

  init(_ error: SpinetError) { self.error = error }

  private static let separator: Character = "\u{1F}"

  /// One line: `!code␟setting␟what␟why␟action␟value…`. Control characters in the texts are replaced.
  var line: String {
    let parts =
      [error.code.rawValue, error.setting?.rawValue ?? "", error.what, error.why] + [
        error.remedy.action.rawValue
      ] + error.remedy.values
    return "!" + parts.map(\.printable).joined(separator: String(Self.separator))
  }

  /// Nil if the line is no error.
  init?(_ line: String) {
    guard line.first == "!" else { return nil }
    let parts = line.dropFirst().split(separator: Self.separator, omittingEmptySubsequences: false).map(
      String.init)
    guard parts.count >= 5, let code = SpinetError.Code(rawValue: parts[0]),
      let action = Remedy.Action(rawValue: parts[4])
    else {
      error = SpinetError(
        .wrongRequest, what: "instrument", why: "its answer cannot be read",
        remedy: "use the same version of spinet")
      return
    }
    error = SpinetError(
      code, setting: SpinetError.Setting(rawValue: parts[1]), what: parts[2], why: parts[3],
      remedy: Remedy(action, values: Array(parts.dropFirst(5))))
  }
}
