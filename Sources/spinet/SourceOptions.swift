import ArgumentParser
import Session

/// Where MIDI comes from, and for how long.
struct SourceOptions: ParsableArguments {
  @Option(
    help: "Where MIDI comes from: \(PlayOptions.MIDIChoice.allCases.map(\.rawValue).joined(separator: ", "))."
  )
  var midi: PlayOptions.MIDIChoice = .alsa

  @Option(
    help: ArgumentHelp("A port to connect, by part of its name; may be given again.", valueName: "name"))
  var connect: [String] = []

  @Flag(name: .customLong("no-autoconnect"), help: "Do not connect controllers by itself.")
  var noAutoconnect = false

  @Option(help: ArgumentHelp("Ends by itself.", valueName: "seconds"))
  var duration: Double?

  func validate() throws {
    if let duration, !(duration > 0 && duration < 1e7) {
      throw ValidationError(
        "--duration \(duration) is out of range, expected seconds above 0 and below 10000000")
    }
  }

  func apply(to options: inout PlayOptions) {
    options.midi = midi
    options.connect = connect
    options.connectsHardware = !noAutoconnect
    options.durationSeconds = duration
  }
}

extension PlayOptions.MIDIChoice: ExpressibleByArgument {}
