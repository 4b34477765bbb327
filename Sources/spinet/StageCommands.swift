import ArgumentParser
import SpinetSession

/// `spinet load`: another sound in the running instrument.
struct LoadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "load",
    abstract: "Change the sound of the running instrument. Held notes keep the sound they began with.",
    discussion: SoundArguments.about)

  @OptionGroup var sounds: SoundArguments

  @OptionGroup var remote: RemoteOptions

  func validate() throws {
    if sounds.words.isEmpty { throw ValidationError("Missing expected argument '<instrument>'") }
  }

  func run() throws {
    for line in try remote.control().load(sounds.absoluteInstrument ?? "") { StandardOutput.say(line) }
  }
}

/// `spinet scene`: the scenes of the running stage.
struct SceneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scene", abstract: "Show the scenes of the running stage, or choose one.")

  @Argument(help: "A scene's name, next or previous. Without it, the scenes are shown.", completion: .scene)
  var scene: String?

  @OptionGroup var remote: RemoteOptions

  @Flag(help: "Print one JSON object a line.")
  var json = false

  func run() throws {
    for line in try remote.control().scene(scene, json: json) { StandardOutput.say(line) }
  }
}

/// `spinet patch`: the sound of the running instrument as a file.
struct PatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "patch", abstract: "Save the sound of the running instrument, or see what was changed.",
    subcommands: [PatchSaveCommand.self, PatchDiffCommand.self, PatchRevertCommand.self])
}

/// Which part of a stage.
struct PartOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The part, if there are several.", valueName: "name"))
  var part: String?
}

struct PatchSaveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "save", abstract: "Write the synth's sound as it is now to your own patches.")

  @Argument(help: "The name of the new patch.", completion: .patch)
  var patch: String

  @Flag(help: "Replace a patch of that name.")
  var replace = false

  @OptionGroup var part: PartOptions
  @OptionGroup var remote: RemoteOptions

  func run() throws {
    for line in try remote.control().patch(.save(patch, replace: replace), part: part.part) {
      StandardOutput.say(line)
    }
  }
}

struct PatchDiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Show what was changed since the sound was loaded.")

  @OptionGroup var part: PartOptions
  @OptionGroup var remote: RemoteOptions

  @Flag(help: "Print one JSON object a line.")
  var json = false

  func run() throws {
    for line in try remote.control().patch(.diff, part: part.part, json: json) { StandardOutput.say(line) }
  }
}

struct PatchRevertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "revert", abstract: "Go back to the sound as it was loaded.")

  @OptionGroup var part: PartOptions
  @OptionGroup var remote: RemoteOptions

  func run() throws {
    for line in try remote.control().patch(.revert, part: part.part) { StandardOutput.say(line) }
  }
}
