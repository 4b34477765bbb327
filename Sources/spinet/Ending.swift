import ArgumentParser
import Glibc
import SpinetRealtime
import SpinetSession

/// How the command ends after an error: the line on standard error and the exit status.
struct Ending {
  let status: Int32
  let text: String
  let isForStandardError: Bool

  init(_ error: any Error, of command: CommandPath) {
    widenHelp()
    isForStandardError = !(error is CleanExit) && Spinet.exitCode(for: error) != .success
    switch error {
    case let error as SpinetError:
      status = error.code.exitStatus
      text = error.code == .interrupted ? "" : error.spoken
    case let code as ExitCode:
      status = code.rawValue
      text = ""
    default:
      status = Spinet.exitCode(for: error).rawValue
      text = isForStandardError ? Self.usage(error, of: command) : Spinet.fullMessage(for: error)
    }
  }

  /// One line: the command, what is wrong with its arguments, and the parser's advice or where the help is.
  private static func usage(_ error: any Error, of command: CommandPath) -> String {
    let lines = Spinet.message(for: error).split(separator: "\n")
    let sentences = (lines.first ?? "").split(separator: ". ", maxSplits: 1).map(uncapitalised)
    let advice = sentences.dropFirst().first ?? "see '\(command.text) --help'"
    return "spinet: \(command.text.dropFirst(7)): \(sentences.first ?? ""); \(advice)"
  }

  /// One of the parser's sentences as part of a longer sentence.
  private static func uncapitalised(_ sentence: Substring) -> String {
    let part = sentence.hasSuffix(".") ? sentence.dropLast() : sentence
    return part.prefix(1).lowercased() + part.dropFirst()
  }

  func leave() -> Never {
    if !text.isEmpty { isForStandardError ? StandardError.say(text) : StandardOutput.say(text) }
    exit(status)
  }
}

/// Makes room for help in a very narrow terminal: the parser traps when its first column does not fit.
private func widenHelp() {
  let narrowest = 40
  var size = winsize()
  let isNarrow = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col < narrowest
  let columns = getenv("COLUMNS").flatMap { Int(String(cString: $0)) }
  if columns.map({ $0 < narrowest }) ?? isNarrow { setenv("COLUMNS", "\(narrowest)", 1) }
}
