import ArgumentParser
import Session

/// Which running instrument is meant.
struct RemoteOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Which instrument, if several run, by part of its name.", valueName: "name"))
  var name: String?

  func control() throws -> RemoteControl { try RemoteControl(name: name) }
}
