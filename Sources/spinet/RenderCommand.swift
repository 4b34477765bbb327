import ArgumentParser
import SpinetSession
import SpinetTools

/// `spinet render`: the same engine, offline and faster than real time.
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", abstract: "Render a MIDI file to a sound file, faster than real time.")

  @Argument(help: "A standard MIDI file, or demo for the built-in song.")
  var song: String

  @Argument(
    help: ArgumentHelp(
      """
      A patch name or file (.yaml), a sound file (.wav, .aiff, .flac), a Csound .csd or a Faust .dsp. Default: \
      the default patch.
      """))
  var instrument: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The sound file to write: .wav, .aiff or .flac.", valueName: "file"))
  var output: String

  @Option(
    help: ArgumentHelp(
      "How long it rings on after the song. Default: until silent, at most 10 s.", valueName: "seconds"))
  var tail: Double?

  @OptionGroup var common: InstrumentOptions
  @OptionGroup var verbosity: Verbosity

  @Flag(help: "Print one JSON object a line.")
  var json = false

  func validate() throws {
    if let tail, !(0...3600).contains(tail) {
      throw ValidationError("--tail \(tail) is out of range, expected 0 to 3600 seconds")
    }
  }

  func run() throws {
    var options = PlayOptions()
    common.apply(to: &options)
    options.instrument = instrument
    let render = try OfflineRender(song: song, options: options, logger: verbosity.logger())
    let result = try render.write(to: output, tailSeconds: tail)
    if !verbosity.quiet || json { StandardOutput.say(json ? result.json : result.text) }
  }
}
