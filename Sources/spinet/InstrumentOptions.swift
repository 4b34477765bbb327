import ArgumentParser
import Session

/// The options of `play` that make sense also for `render`.
struct InstrumentOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Frames a second asked of the sound card.", valueName: "hertz"))
  var rate: Double = 48_000

  @Option(
    help: ArgumentHelp(
      "Frames computed at once: fewer answer sooner, more spare the processor.", valueName: "frames"))
  var period: Int = 128

  @Option(
    name: .customLong("map"), help: ArgumentHelp("A mapping file; may be given again.", valueName: "file"))
  var maps: [String] = []

  @Option(
    help: ArgumentHelp(
      "A keyboard file: .yaml, or a .dsp with a SmartKeyboard declaration.", valueName: "file"))
  var keyboard: String?

  @Option(help: ArgumentHelp("Moves a widget at the start; may be given again.", valueName: "widget=value"))
  var set: [String] = []

  func validate() throws {
    guard (8_000...384_000).contains(rate) else {
      throw ValidationError("--rate \(rate) is out of range, expected 8000 to 384000 Hz")
    }
    guard (16...8192).contains(period) else {
      throw ValidationError("--period \(period) is out of range, expected 16 to 8192 frames")
    }
  }

  func apply(to options: inout PlayOptions) {
    options.framesPerSecond = rate
    options.periodFrames = period
    options.mappingFiles = maps
    options.keyboardFile = keyboard
    options.settings = set
  }
}
