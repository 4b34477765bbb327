import ArgumentParser
import Documents
import Glibc
import Session

/// A MIDI instrument for Linux: plug in a controller and play.
@main struct Spinet: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "spinet",
    abstract: "A MIDI instrument for Linux: plug in a controller and play.",
    version: "0.1.0",
    subcommands: [
      PlayCommand.self, RenderCommand.self, DevicesCommand.self, MonitorCommand.self, MapCommand.self,
      KeyboardCommand.self, WidgetsCommand.self, EngineCommand.self, PatchesCommand.self,
    ],
    defaultSubcommand: PlayCommand.self)

  static func main() {
    reserveStandardDescriptors()
    let path = CommandPath(CommandLine.arguments.dropFirst())
    do {
      var command = try parseAsRoot()
      try command.run()
      try StandardOutput.check()
    } catch {
      Ending(MistypedCommand(in: path)?.error(insteadOf: error) ?? error, of: path).leave()
    }
  }
}

/// How the command ends for an error: the line on standard error and the exit status.
struct Ending {
  let status: Int32
  let text: String
  let isForStandardError: Bool

  init(_ error: any Error, of command: CommandPath) {
    widenHelp()
    isForStandardError = !(error is CleanExit) && Spinet.exitCode(for: error) != .success
    if let error = SessionError(error) {
      status = error.cause.exitStatus
      text = "spinet: \(error)"
      return
    }
    switch error {
    case let error as DocumentErrors:
      status = 65
      text = error.description
    case is Interruption:
      status = 130
      text = ""
    case let code as ExitCode:
      status = code.rawValue
      text = ""
    default:
      status = Spinet.exitCode(for: error).rawValue
      text = isForStandardError ? Self.usage(error, of: command) : Spinet.fullMessage(for: error)
    }
  }

  /// One line: the command, what is wrong with its words, and what the parser advises or where to read more.
  private static func usage(_ error: any Error, of command: CommandPath) -> String {
    let lines = Spinet.message(for: error).split(separator: "\n")
    let sentences = (lines.first ?? "").split(separator: ". ", maxSplits: 1).map(uncapitalised)
    let advice = sentences.dropFirst().first ?? "see '\(command.text) --help'"
    return "spinet: \(command.text.dropFirst(7)): \(sentences.first ?? ""); \(advice)"
  }

  /// A sentence of the parser's as a part of one.
  private static func uncapitalised(_ sentence: Substring) -> String {
    let part = sentence.hasSuffix(".") ? sentence.dropLast() : sentence
    return part.prefix(1).lowercased() + part.dropFirst()
  }

  func leave() -> Never {
    if !text.isEmpty { isForStandardError ? StandardError.say(text) : StandardOutput.say(text) }
    exit(status)
  }
}

extension SessionError.Cause {
  /// As in sysexits.h: 64 is EX_USAGE, 65 EX_DATAERR.
  var exitStatus: Int32 {
    switch self {
    case .device: 1
    case .usage: 64
    case .input: 65
    }
  }
}
