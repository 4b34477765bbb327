import ArgumentParser
import SpinetMIDI
import SpinetSession

/// `spinet reset`: back to the patch.
struct ResetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset", abstract: "Move widgets of the running instrument back to what its patch says.")

  @Argument(help: "One widget. Without it, all of them.", completion: .widget)
  var widget: String?

  @OptionGroup var remote: RemoteOptions

  @Flag(help: "Print one JSON object a line.")
  var json = false

  func run() throws {
    for line in try remote.control().reset(widget, json: json) { StandardOutput.say(line) }
  }
}

/// `spinet note`: a note on the running instrument.
struct NoteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "note", abstract: "Play a note on the running instrument.")

  @Argument(help: "A key, such as C4 or F#3, or its number from 0 to 127.", transform: key)
  var key: UInt8

  @Option(help: "How hard the key is struck, 1 to 127.")
  var velocity: UInt8 = 100

  @Option(name: .customLong("for"), help: ArgumentHelp("How long it is held.", valueName: "seconds"))
  var seconds = 0.5

  @Option(help: "The MIDI channel, 1 to 16.")
  var channel = 1

  @OptionGroup var remote: RemoteOptions

  private static func key(_ text: String) throws -> UInt8 {
    guard let key = NoteName(text)?.key ?? UInt8(text), key < 128 else {
      throw ValidationError("it is not a key; give one such as C4, or a number from 0 to 127")
    }
    return key
  }

  func validate() throws {
    guard (1...127).contains(velocity) else { throw ValidationError("--velocity takes 1 to 127") }
    guard Channel(number: channel) != nil else { throw ValidationError("--channel takes 1 to 16") }
    guard (0...CommandNote.longestSeconds).contains(seconds) else {
      throw ValidationError("--for takes up to \(Int(CommandNote.longestSeconds)) seconds")
    }
  }

  func run() throws {
    guard let channel = Channel(number: channel) else { return }
    let note = CommandNote(key: key, velocity: velocity, channel: channel, seconds: seconds)
    for line in try remote.control().note(note) { StandardOutput.say(line) }
  }
}
