import ArgumentParser
import SpinetLibrary
import SpinetRealtime
import SpinetSession
import SystemPackage

/// The options that `play` and `render` share.
struct InstrumentOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How much of each sample of an SFZ file or a folder stays in memory, or all. Default: 0.3.",
      valueName: "seconds"), transform: SamplePreload.init(reading:))
  var preload: SamplePreload?

  @Option(help: ArgumentHelp("Sample rate. Default: 48000.", valueName: "hertz"))
  var rate: Double?

  @Option(
    help: ArgumentHelp(
      "Frames per block. Fewer mean less latency, more mean less load.", valueName: "frames"))
  var period: Int = 128

  @Option(
    name: .customLong("map"),
    help: ArgumentHelp("Use this mapping file. Repeatable.", valueName: "file"),
    completion: .mapping)
  var maps: [String] = []

  @Option(
    help: ArgumentHelp(
      "Use this keyboard: a .yaml, or a .dsp with a SmartKeyboard declaration.", valueName: "file"),
    completion: .keyboard)
  var keyboard: String?

  @Option(
    help: ArgumentHelp(
      "Find libraries, headers and sound files of a Faust program here too, after its own folder. Repeatable.",
      valueName: "folder"), completion: .directory)
  var include: [String] = []

  @Flag(
    name: .customLong("faust-strict"),
    help: "Play a Faust program exactly as Faust's own programs do, without Spinet's corrections.")
  var isFaustStrict = false

  @Option(
    help: ArgumentHelp(
      "Render several parts on this many processor cores, 1 to 64. Default: all, at most 4.",
      valueName: "number"))
  var cores: Int?

  @Option(
    help: ArgumentHelp("Set a widget at the start. Repeatable.", valueName: "widget=value"),
    completion: .setting)
  var set: [String] = []

  func validate() throws {
    if let rate { try StreamLimits.check(rate: rate) }
    try StreamLimits.check(period: period)
    if let cores, !(1...64).contains(cores) {
      throw ValidationError("--cores \(cores) is out of range, expected 1 to 64")
    }
  }

  func apply(to options: inout PlayOptions) {
    if let rate { options.framesPerSecond = rate }
    if let preload { options.preload = preload }
    options.periodFrames = period
    options.mappingFiles = maps.map { FilePath($0) }
    if let keyboard { options.keyboard = PlayOptions.KeyboardChoice(keyboard) }
    options.programFolders = include.map { FilePath($0) }
    options.isFaustStrict = isFaustStrict
    options.settings = set
    if let cores { options.cores = cores }
  }
}

/// What the options of a sound card may be.
enum StreamLimits {
  /// - Parameter rate: in hertz.
  static func check(rate: Double) throws(ValidationError) {
    guard (8_000...384_000).contains(rate) else {
      throw ValidationError("--rate \(rate) is out of range, expected 8000 to 384000 Hz")
    }
  }

  /// - Parameter period: in frames.
  static func check(period: Int) throws(ValidationError) {
    guard (16...8192).contains(period) else {
      throw ValidationError("--period \(period) is out of range, expected 16 to 8192 frames")
    }
  }

  static func check(periods: Int) throws(ValidationError) {
    guard (2...32).contains(periods) else {
      throw ValidationError("--periods \(periods) is out of range, expected 2 to 32")
    }
  }
}

/// Where MIDI comes from, and for how long.
struct SourceOptions: ParsableArguments {
  @Option(
    help:
      "Where MIDI comes from: \(PlayOptions.MIDIChoice.allCases.map(\.rawValue).joined(separator: ", "))."
  )
  var midi: PlayOptions.MIDIChoice = .alsa

  @Option(
    help: ArgumentHelp(
      "Connect this port, given by a part of its name, now or when it appears. Repeatable.",
      valueName: "name"),
    completion: .port)
  var connect: [String] = []

  @Flag(name: .customLong("no-autoconnect"), help: "Do not connect controllers automatically.")
  var noAutoconnect = false

  @Option(help: ArgumentHelp("Stop after this time.", valueName: "seconds"))
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

extension SamplePreload {
  /// Reads `all`, or seconds.
  fileprivate init(reading text: String) throws {
    if text == "all" {
      self = .all
    } else if let seconds = Double(text), (0.01...60).contains(seconds) {
      self = .seconds(seconds)
    } else {
      throw ValidationError("expected 0.01 to 60 seconds, or all")
    }
  }
}

extension PlayOptions.MIDIChoice: ExpressibleByArgument {}

extension PlayOptions.StateChoice: ExpressibleByArgument {
  public init(argument: String) { self = argument == "none" ? .none : .file(FilePath(argument)) }
}

/// Which running instrument a command talks to.
struct RemoteOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Which instrument, by a part of its name, if several are running.", valueName: "name"),
    completion: .running)
  var name: String?

  func control() throws(SpinetError) -> RemoteControl { try RemoteControl(name: name) }
}
