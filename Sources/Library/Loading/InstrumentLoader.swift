import Logging
import SpinetCsound
import SpinetDevices
import SpinetEngine
import SpinetFaust
import SpinetFormats
import SpinetMapping
import SpinetModal
import SpinetRealtime
import SpinetSampler
import SpinetSynth
import SpinetText
import SpinetWidgets
import SystemPackage

/// Finds what INSTRUMENT names and builds it.
package struct InstrumentLoader {
  package let library: Catalog
  /// Gets the messages of an engine's program while it is compiled and while it plays. [any-thread]
  package var log: @Sendable (String) -> Void = { _ in }

  /// Whether a `.csd` ends with its score, instead of continuing for live playing.
  package var endsWithScore = false

  /// Whether it is rendered offline, so that engines wait for samples from the disk.
  package var isOffline = false

  /// Whether sounds are played. If not, an instrument can only be a stage whose parts are instruments outside.
  package var playsSound = true

  /// How much of each sample of many stays in memory; the rest comes from the disk while it plays.
  package var preload = SamplePreload.seconds(0.3)

  /// Folders in which Faust programs find libraries, headers and sound files, after their own folder.
  package var faustFolders: [FilePath] = []

  /// What Faust's compilers get from the environment; nil for that of the process.
  package var faustEnvironment: [String: String]?

  /// Whether Faust programs behave exactly as in Faust's own hosts.
  package var isFaustStrict = false

  /// The command that serves a Csound program in a process of its own; empty to play it in this process.
  package var csoundProcess: [String] = []

  /// The rate of the stream that will probably play, so that fonts are loaded for it.
  package var framesPerSecond = 48_000.0

  /// If it returns true, compilers are stopped. [any-thread]
  package var isUnwanted: @Sendable () -> Bool = { false }

  /// The widgets of sources besides MIDI.
  package var sourceWidgets: [Widget] = []

  package init(library: Catalog) { self.library = library }

  package init(library: Catalog, logger: Logger) {
    self.library = library
    log = { logger.info("\($0)") }
  }

  /// Loads one sound.
  ///
  /// - Parameter name: a patch name or file, a `.csd`, a `.dsp`, a sound file, a SoundFont with or without a
  ///   preset, an SFZ file, or a folder of samples.
  package func sound(_ name: String) throws(SpinetError) -> LoadedSound {
    guard playsSound else { throw Self.refusal(ofSound: name) }
    if let font = SoundFontName(name) { return try loadSoundFont(font) }
    let path = FilePath(name)
    if path.isFolder {
      let patches = name.contains("/") ? [] : try library.entries(.patch).map(\.name)
      if !patches.contains(name) { return try loadFolder(path) }
    }
    if SoundFormat(of: path) != nil { try Self.refusePipe(path) }
    if let format = SoundFormat(of: path) { return try format.load(self, path) }
    return try loadPatch(name)
  }

  private static func refusal(ofSound name: String) -> SpinetError {
    SpinetError(
      .notApplicable, what: "'\(name.shortened)'", why: "it is a sound, and none is played",
      remedy: "play a stage whose parts are other instruments, as in 'sound: {midi: NAME}'")
  }

  /// Libraries and compilers would wait for a pipe without a limit.
  static func refusePipe(_ path: FilePath) throws(SpinetError) {
    if path.exists { try SoundFileReader.checkIsFile(path, remedy: "give the path of a file") }
  }

  /// A song is no sound, and reading it as a patch would say only that it is no text.
  private func refuseSong(_ path: FilePath) throws(SpinetError) {
    guard Self.songEndings.contains(path.ending), path.exists else { return }
    throw SpinetError(
      .fileUnsuitable, what: path.string, why: "it is a song, not a sound",
      remedy: Remedy(.renderSong, path.string))
  }

  /// The endings of the names of songs, in small letters.
  package static let songEndings: Set = ["mid", "midi", "kar", "smf", "rmi"]

  private func loadPatch(_ name: String) throws(SpinetError) -> LoadedSound {
    try refuseSong(FilePath(name))
    if let sound = try generalMIDIPart(name) { return sound }
    guard let entry = try library.find(.patch, name) else {
      let names = try (library.entries(.patch) + library.entries(.stage)).map(\.name)
      throw SpinetError(
        .notFound, what: "patch '\(name)'", why: "nothing has that name",
        remedy: Remedy(forUnknown: name, among: names, otherwise: .available(names)))
    }
    return try patch(of: entry)
  }

  private func patch(of entry: LibraryEntry) throws(SpinetError) -> LoadedSound {
    let stamp = FileStamp(of: entry.path)
    let patch = try Patch(text: try entry.text(), file: entry.path.string)
    return try sound(
      of: ProgramTable.Known(entry: entry, patch: patch, stamp: stamp), on: Self.engine(of: patch))
  }

  /// A new engine of the kind that a patch is for.
  static func engine(of patch: Patch) -> any SoundEngine {
    switch patch.engine {
    case .synth: SynthEngine()
    case .modal: ModalEngine()
    }
  }

  /// Puts a patch into an engine of its kind.
  func sound(of known: ProgramTable.Known, on engine: any SoundEngine) throws(SpinetError) -> LoadedSound {
    let (entry, patch) = (known.entry, known.patch)
    let sessionWidgets = SessionWidgets()
    var sound = LoadedSound(
      name: entry.name, file: entry.isOwn ? entry.path : nil, engine: engine,
      patchFile: entry.isOwn ? PatchFile(patch, at: entry.path, stamp: known.stamp) : nil)
    let diagnostics = patch.apply(to: WidgetSet(sessionWidgets.all + sound.widgets))
    guard diagnostics.isEmpty else { throw SpinetError(diagnostics) }
    sound.patch = patch
    return sound
  }

  func loadCsound(_ path: FilePath) throws(SpinetError) -> LoadedSound {
    let name = path.name
    let patch = try programPatch(beside: path)
    let engine = try csoundEngine(path, hints: patch?.hints ?? [:])
    let mapping = try mapping(beside: path, for: WidgetSet(engine.widgets))
    let sound = LoadedSound(name: name, file: path, engine: engine, mapping: mapping)
    try apply(patch, to: sound.widgets)
    return sound
  }

  /// Whether an instrument has started this process with `csoundProcess`.
  package static var isCsoundProcess: Bool { EngineServer.isStarted }

  /// Serves the Csound program of the instrument that has started this process.
  package static func serveCsound() -> Never { CsdProgram.serve() }

  /// In a process beside this one if there is a command for it.
  private func csoundEngine(
    _ path: FilePath, hints: [String: WidgetHints]
  ) throws(SpinetError) -> any SoundEngine {
    let program = CsdProgram(
      file: path, ranges: try mappedRanges(beside: path), hints: hints, endsWithScore: endsWithScore)
    guard !csoundProcess.isEmpty else { return try program.makeEngine(log: log) }
    return try ProcessEngine(
      program.inProcess(by: csoundProcess), isOffline: isOffline, isUnwanted: isUnwanted, log: log)
  }

  /// The ranges in which the mapping beside a program moves its widgets.
  private func mappedRanges(beside path: FilePath) throws(SpinetError) -> [String: ClosedRange<Double>] {
    guard let (bytes, file) = try mappingText(beside: path) else { return [:] }
    var ranges: [String: ClosedRange<Double>] = [:]
    for target in try Mapping(bytes: bytes, file: file.string).entries.flatMap(\.targets) {
      guard let range = target.range else { continue }
      let (low, high) = (min(range.start, range.end), max(range.start, range.end))
      let known = ranges[target.widget] ?? low...high
      ranges[target.widget] = min(known.lowerBound, low)...max(known.upperBound, high)
    }
    return ranges
  }

  /// `NAME.patch.yaml` beside `NAME.csd` or `NAME.dsp`.
  private func programPatch(beside path: FilePath) throws(SpinetError) -> Patch? {
    let file = path.beside(endingIn: ".patch.yaml")
    return try InputFile.bytes(ifThereIs: file).map { bytes throws(SpinetError) in
      try Patch(ofProgram: bytes, file: file.string)
    }
  }

  private func apply(_ patch: Patch?, to widgets: [Widget]) throws(SpinetError) {
    let diagnostics = patch?.apply(to: WidgetSet(SessionWidgets().all + widgets)) ?? []
    guard diagnostics.isEmpty else { throw SpinetError(diagnostics) }
  }

  func loadFaust(_ path: FilePath) throws(SpinetError) -> LoadedSound {
    let settings = faustSettings
    let program = try FaustProgram(path: path, settings: settings)
    if let title = program.title { log("\(program.name): \(title)") }
    let interface = FaustInterface(program)
    for note in program.notes + interface.notes { log(note) }
    let beside = try mapping(beside: path, for: WidgetSet(program.widgets))
    let mapping = beside.map { $0.completed(by: interface.mapping) } ?? interface.mapping
    var sound = LoadedSound(
      name: program.name, file: path, engine: FaustEngine(program, includeFolders: faustFolders),
      keyboard: interface.keyboard, mapping: mapping, sent: interface.sent, motions: program.motions)
    sound.addresses = interface.addresses
    try apply(programPatch(beside: path), to: sound.widgets)
    return sound
  }

  private var faustSettings: FaustSettings {
    var settings = faustEnvironment.map { FaustSettings(environment: $0) } ?? FaustSettings()
    settings.includeFolders = faustFolders
    settings.isStrict = isFaustStrict
    settings.tell = log
    settings.isUnwanted = isUnwanted
    settings.takenNames = Set(SessionWidgets().all.map(\.name))
    settings.readSound = { path throws(SpinetError) in
      let file = try SoundFileChannels(path: path)
      return FaustSound(channels: file.samples, framesPerSecond: file.framesPerSecond)
    }
    return settings
  }

  /// The mapping of the same name in the same folder.
  private func mapping(beside path: FilePath, for widgets: WidgetSet) throws(SpinetError) -> Mapping? {
    guard let (bytes, file) = try mappingText(beside: path) else { return nil }
    return try Mapping(bytes: bytes, file: file.string, for: widgets)
  }

  private func mappingText(beside path: FilePath) throws(SpinetError) -> (bytes: [UInt8], file: FilePath)? {
    let file = path.beside(endingIn: ".yaml")
    return try InputFile.bytes(ifThereIs: file).map { ($0, file) }
  }

  /// The sound file itself is the instrument.
  func loadSample(_ path: FilePath) throws(SpinetError) -> LoadedSound {
    let file = try SoundFileReader(path: path)
    let sample = try Sample(
      frameCount: file.frameCount, isStereo: file.isStereo, framesPerSecond: file.framesPerSecond,
      rootNote: file.rootNote, loop: file.loop
    ) { left, right throws(SpinetError) in try file.read(left: left, right: right) }
    return LoadedSound(name: path.name, file: path, engine: SamplerEngine(sample: sample))
  }
}
