import ArgumentParser
import Session

/// Which running instrument is meant.
struct RemoteOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Which instrument, if several run.", valueName: "tag"))
  var name: String?

  func control() throws -> RemoteControl { try RemoteControl(tag: name) }
}
