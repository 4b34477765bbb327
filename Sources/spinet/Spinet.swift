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
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch {
      let mistyped = MistypedCommand(in: CommandLine.arguments.dropFirst())
      Ending(mistyped?.error(insteadOf: error) ?? error).leave()
    }
  }
}

/// How the command ends for an error: the line on standard error and the exit status.
struct Ending {
  let status: Int32
  let text: String
  let isForStandardError: Bool

  init(_ error: any Error) {
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
    case let code as ExitCode:
      status = code.rawValue
      text = ""
    default:
      status = Spinet.exitCode(for: error).rawValue
      text = isForStandardError ? Self.usage(error) : Spinet.fullMessage(for: error)
    }
  }

  /// One line, with the nearest right word where the parser knows one, and where to read more.
  private static func usage(_ error: any Error) -> String {
    let message = Spinet.message(for: error).split(separator: "\n").joined(separator: " ")
    guard let first = message.first else { return "" }
    let sentence = first.lowercased() + message.dropFirst()
    return "spinet: \(sentence.replacing(". Did you mean", with: ": did you mean")); see 'spinet --help'"
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
