import ArgumentParser
import SpinetSession
import SpinetTools

/// `spinet render`: the same engine, offline and faster than real time.
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Render a MIDI file, a score or a processed sound to a sound file, faster than real time.",
    discussion: """
      A Csound .csd without a song plays its own score. A Faust .dsp without a song needs --input or --duration.
      """)

  @Argument(help: "A standard MIDI file, or demo for the built-in song. Optional for a .csd or .dsp.")
  var song: String?

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

  @Option(
    help: ArgumentHelp("Feed this sound file to the instrument's audio input.", valueName: "file"))
  var input: String?

  @Option(
    help: ArgumentHelp(
      "Stop after this time, without a tail. Default: at the end of the song, the score or the input.",
      valueName: "seconds"))
  var duration: Double?

  @OptionGroup var common: InstrumentOptions
  @OptionGroup var verbosity: Verbosity

  @Flag(help: "Print one JSON object a line.")
  var json = false

  func validate() throws {
    if let tail, !(0...3600).contains(tail) {
      throw ValidationError("--tail \(tail) is out of range, expected 0 to 3600 seconds")
    }
    if let duration, !(duration > 0 && duration <= 86_400) {
      throw ValidationError(
        "--duration \(duration) is out of range, expected seconds above 0 and up to 86400")
    }
    if song == nil { throw ValidationError("Missing expected argument '<song>'") }
  }

  /// What to render: a single program is the instrument, anything else that stands first is the song.
  private var subject: (song: String?, instrument: String?) {
    if instrument == nil, let song, RenderSource.isProgram(song) { return (nil, song) }
    return (song, instrument)
  }

  func run() throws {
    var options = PlayOptions()
    common.apply(to: &options)
    options.instrument = subject.instrument
    let source = RenderSource(song: subject.song, input: input, duration: duration, rate: common.rate)
    let render = try OfflineRender(source, options: options, logger: verbosity.logger())
    let result = try render.write(to: output, tailSeconds: tail)
    if !verbosity.quiet || json { StandardOutput.say(json ? result.json : result.text) }
  }
}
