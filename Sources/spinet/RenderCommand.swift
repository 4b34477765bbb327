import ArgumentParser
import SpinetLibrary
import SpinetSession
import SpinetTools
import SystemPackage

/// `spinet render`: the same engine, offline and faster than real time.
struct RenderCommand: ParsableCommand {
  enum PartsChoice: String, ExpressibleByArgument, CaseIterable { case gm }

  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract:
      "Render a MIDI file, a score or a processed sound to a sound file, faster than real time.",
    discussion: """
      A Csound .csd without a song plays its own score. A Faust .dsp without a song needs --input or --duration.

      Many songs: 'spinet render *.mid --out-dir FOLDER --jobs 4', with an instrument for all of them. Files that are \
      there already are skipped, so an interrupted run continues. A song that fails is reported, and the \
      others go on.
      """)

  @Argument(
    help: ArgumentHelp(
      """
      A standard MIDI file, or demo for the built-in song, and after it the instrument as for 'spinet play'. The song \
      is optional for a .csd or .dsp. With --out-dir: any number of songs.
      """, valueName: "song"),
    completion: .songOrSound)
  var words: [String] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The sound file to write: .wav, .aiff or .flac.", valueName: "file"),
    completion: .soundFile)
  var output: String?

  @OptionGroup var many: ManySongsOptions

  @Option(
    help: ArgumentHelp(
      """
      gm: a part for each channel of the song, with the sounds that its program changes choose, and drums on \
      channel 10.
      """, valueName: "how"))
  var parts: PartsChoice?

  @Option(
    help: ArgumentHelp(
      """
      The SoundFont that plays --parts gm: a .sf2 or .sf3 file, or none for spinet's own patches. Default: one that is \
      installed.
      """, valueName: "file"))
  var font: String?

  @Option(
    help: ArgumentHelp(
      "How long to keep rendering after the song ends. Default: until silent, at most 10 s.",
      valueName: "seconds"))
  var tail: Double?

  @Option(
    help: ArgumentHelp("Feed this sound file to the instrument's audio input.", valueName: "file"),
    completion: .soundFile)
  var input: String?

  @Option(
    help: ArgumentHelp(
      "Stop after this time, without a tail. Default: at the end of the song, the score or the input.",
      valueName: "seconds"))
  var duration: Double?

  @Flag(help: "Bring the loudest moment to just below full scale.")
  var normalise = false

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
    if words.isEmpty { throw ValidationError("Missing expected argument '<song>'") }
    if font != nil, parts == nil { throw ValidationError("--font is for --parts gm") }
    if many.folder != nil {
      if output != nil { throw ValidationError("--out-dir names the files itself, expected no --output") }
      return
    }
    if output == nil { throw ValidationError("Missing expected argument '--output <file>'") }
    if words.count > 1, words.allSatisfy({ $0.lowercased().hasSuffix(".mid") }) {
      throw ValidationError("several songs need --out-dir, expected one song, and an instrument after it")
    }
    try SoundArguments.check(soundWords)
    if parts != nil, !soundWords.isEmpty {
      throw ValidationError("--parts gm chooses the sounds itself, expected no instrument")
    }
  }

  private var soundWords: [String] { Array(words.dropFirst()) }

  /// What to render. A single program is the instrument. Otherwise the first word is the song.
  private var subject: (song: String?, instrument: String?) {
    guard soundWords.isEmpty else { return (words.first, soundWords.joined(separator: " ")) }
    if let song = words.first, RenderSource.isProgram(FilePath(song)) { return (nil, song) }
    return (words.first, nil)
  }

  func run() throws {
    if let folder = many.folder { return try renderSongs(into: FilePath(folder)) }
    guard let output else { return }
    var options = PlayOptions()
    common.apply(to: &options)
    options.instrument = subject.instrument
    let source = RenderSource(
      song: subject.song, input: input.map { FilePath($0) }, duration: duration, rate: common.rate,
      parts: parts.map { _ in .generalMIDI(GeneralMIDIFont(font)) })
    let render = try OfflineRender(source, options: options, logger: verbosity.logger())
    let file = RenderOutput(FilePath(output), replaces: many.replace, isOneOfMany: many.isOneOfMany)
    let result = try render.write(to: file, tailSeconds: tail, isNormalised: normalise)
    if let warning = result.warning { StandardError.say(warning.spoken) }
    if !verbosity.quiet || json { StandardOutput.say(json ? result.json : result.text) }
  }
}
