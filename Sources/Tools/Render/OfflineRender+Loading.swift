import Logging
import SpinetDevices
import SpinetEngine
import SpinetJournal
import SpinetLibrary
import SpinetMIDI
import SpinetMIDIFile
import SpinetRealtime
import SpinetSession
import SpinetStage
import SystemPackage

extension RenderSource {
  /// A song that chooses sounds itself, by program changes or drums on channel 10, plays as General MIDI unless a sound is
  /// named. A take plays the sound with which it was played, and a built-in song the default patch.
  func choosingParts(
    of song: StandardMIDIFile, _ take: RecordedTake?, _ options: PlayOptions, _ library: Catalog
  ) throws(SpinetError) -> RenderSource {
    guard let name = self.song, parts == nil, options.instrument == nil, take == nil, song.choosesSounds,
      try library.find(.score, name)?.isOwn ?? true
    else { return self }
    var chosen = self
    chosen.parts = .generalMIDI(.installed)
    return chosen
  }
}

extension OfflineRender {
  /// Reads a song file or a built-in one; nil is no song.
  static func read(_ song: String?, _ library: Catalog, _ logger: Logger) throws(SpinetError)
    -> StandardMIDIFile
  {
    guard let song else { return .empty }
    let file = try read(song, library)
    for warning in file.warnings { logger.warning("\(song): \(warning)") }
    if file.lostExclusives > 0 {
      logger.warning(
        "\(song): \(file.lostExclusives) system exclusive messages have no end or are too long")
    }
    return file
  }

  /// The instrument that the options or the take name, or the parts that the song chooses, with the take's values.
  static func load(
    _ source: RenderSource, _ song: StandardMIDIFile, _ take: RecordedTake?, _ beside: SongToPlay?,
    _ programs: ProgramTable?, _ options: PlayOptions, with loader: InstrumentLoader
  ) throws(SpinetError) -> LoadedInstrument {
    let instrument: LoadedInstrument
    if let programs, case .generalMIDI(let font)? = source.parts {
      instrument = try LoadedInstrument(loader.load(generalMIDI: song, programs, font: font))
    } else if let beside, options.instrument == nil, take?.instrument == nil {
      var choosing = options
      choosing.song = beside
      instrument = try choosing.load(with: loader)
    } else {
      instrument = try loader.load(options.instrument ?? take?.instrument)
    }
    take?.restore(instrument.widgets, withTransport: true)
    return instrument
  }

  /// The rate of the render. Logs that an input is played faster or slower than it was recorded.
  static func framesPerSecond(
    _ source: RenderSource, of engine: any SoundEngine, _ input: InputSound?, _ options: PlayOptions,
    _ logger: Logger
  ) throws(SpinetError) -> Int {
    let rate = try source.framesPerSecond(
      of: engine, source.input == nil ? nil : input, usual: options.framesPerSecond)
    if let input, input.framesPerSecond != rate { logger.warning("\(input.path): \(input.speed(at: rate))") }
    return Int(rate)
  }

  /// The sound for the instrument's audio input; nil for none.
  static func input(
    _ file: FilePath?, of instrument: LoadedInstrument, _ options: PlayOptions, _ logger: Logger
  ) throws(SpinetError) -> InputSound? {
    let engine = instrument.engine
    if let file, !engine.takesInput { logger.warning("\(file): \(instrument.name) has no audio input") }
    guard let path = file ?? engine.inputFile else {
      if engine.takesInput { logger.warning(.silentInput(of: instrument.name)) }
      return nil
    }
    return try InputSound(path: path, largestBlock: options.periodFrames)
  }

  /// The options with the keyboard of a take, unless they choose one themselves.
  static func options(_ options: PlayOptions, _ take: RecordedTake?) -> PlayOptions {
    var options = options
    if options.keyboard == .automatic, let name = take?.keyboard {
      options.keyboard = PlayOptions.KeyboardChoice(name)
    }
    return options
  }

  /// Whether program changes in a song change sounds, as they do live. Sounds that the options name stay: a song
  /// brings program changes that were made for another instrument.
  static func changesSounds(
    of instrument: LoadedInstrument, _ source: RenderSource, _ take: RecordedTake?, _ options: PlayOptions
  ) -> Bool {
    options.instrument == nil || source.parts != nil || take != nil || instrument.stage.file != nil
  }

  static func nothingToRender(_ instrument: String?) -> SpinetError {
    SpinetError(
      .fileUnsuitable, what: instrument ?? "", why: "it has no score to render",
      remedy: Remedy(.giveSong))
  }

  /// The error for a damaged song without a note, which must not replace a file; nil for any other.
  static func damage(of file: StandardMIDIFile, _ song: String) -> SpinetError? {
    guard !file.warnings.isEmpty, !file.events.contains(where: { $0.value.startsNote }) else { return nil }
    return SpinetError(
      .fileInvalid, what: song, why: "it is damaged, and there is no note in it",
      remedy: Remedy(.giveCompleteFile))
  }

  private static func read(_ song: String, _ library: Catalog) throws(SpinetError) -> StandardMIDIFile {
    let file = try StandardMIDIFile(bytes: songBytes(song, library), file: song)
    guard file.duration <= RenderEnding.longestSeconds else {
      throw SpinetError(
        .fileUnsuitable, what: song, why: "it lasts more than a day", remedy: "give a shorter song")
    }
    return file
  }

  private static func songBytes(_ song: String, _ library: Catalog) throws(SpinetError) -> [UInt8] {
    if let score = try library.find(.score, song), !score.isOwn { return try score.bytes() }
    let names = try library.entries(.score).map(\.name).joined(separator: ", ")
    return try InputFile.bytes(
      at: FilePath(song), remedy: "give a MIDI file, or the name of a built-in one: \(names)")
  }
}

extension MIDIMessage {
  fileprivate var startsNote: Bool {
    if case .noteOn(_, _, let velocity) = self { velocity > 0 } else { false }
  }
}
