import FoundationEssentials
import Glibc
import SpinetDevices
import SpinetMIDI
import SpinetMapping
import SpinetRealtime
import SpinetSampler
import SpinetText
import SpinetWidgets
import SystemPackage

extension InstrumentLoader {
  /// Loads an SFZ file. What is not read, and the samples that are missing, are logged once.
  func loadSFZ(_ path: FilePath) throws(SpinetError) -> LoadedSound {
    let files = NamedFiles(in: path.removingLastComponent())
    let instrument = try SFZInstrument(file: path.string) { name, from throws(SpinetError) in
      guard from != nil else { return try InputFile.bytes(at: path, remedy: "give an SFZ file") }
      let file = files.path(of: name)
      // Otherwise a pipe would be waited for without a limit.
      let remedy: Remedy = "correct the #include that names it"
      try SoundFileReader.checkIsFile(file, remedy: remedy)
      return try InputFile.bytes(at: file, remedy: remedy)
    }
    for note in instrument.notes { log(note) }
    let zones = try zones(instrument.regions, files, of: path)
    if let warning = files.warning { log("\(path): \(warning)") }
    var sampled = SampledInstrument(instrument, zones: zones)
    sampled.otherNames = Set(SessionWidgets.names + ["scene", "setlist"])
    try sampled.startStreams()
    let engine = MultisampleEngine(sampled, isOffline: isOffline)
    var sound = LoadedSound(
      name: path.name, file: path, engine: engine, mapping: Self.mapping(of: engine, path))
    for (number, widget) in engine.controllerWidgets where Self.pedals.contains(number) {
      sound.pedals[UInt8(number)] = widget
    }
    return sound
  }

  private static let pedals = [Controller.sustain, Controller.sostenuto, Controller.soft].map { Int($0) }

  /// Each controller moves its own widget. Pedals stay with the keyboard.
  private static func mapping(of engine: MultisampleEngine, _ path: FilePath) -> Mapping? {
    let entries = engine.controllerWidgets.compactMap { number, widget -> Mapping.Entry? in
      guard number < 128, let controller = UInt8(exactly: number), !pedals.contains(number) else {
        return nil
      }
      return Mapping.Entry(Control(.cc(controller)), targets: [MappingTarget(widget: widget.name)])
    }
    return entries.isEmpty ? nil : Mapping(file: path.string, entries: entries)
  }

  /// Loads the sound files of a folder, whose names contain their notes.
  func loadFolder(_ path: FilePath) throws(SpinetError) -> LoadedSound {
    let files = readableFiles(in: path)
    let regions = NamedSamples.regions(of: files)
    guard !regions.isEmpty else {
      throw SpinetError(
        .fileUnsuitable, what: path.string, why: "no sound file in this folder is named by its note",
        remedy: "name them as in C4.wav, piano_A#3.wav or 060.wav")
    }
    if regions.count < files.count {
      let count = files.count - regions.count
      let left =
        count == 1
        ? "1 file without a note in its name is" : "\(count) files without a note in their names are"
      log("\(path): \(left) not played")
    }
    let zones = try zones(regions, NamedFiles(in: path), of: path)
    var sampled = SampledInstrument(zones: zones)
    try sampled.startStreams()
    return LoadedSound(
      name: path.name, file: path, engine: MultisampleEngine(sampled, isOffline: isOffline))
  }

  /// The names of the sound files in a folder. Those that cannot be opened are told, so that their neighbours play their
  /// keys; if none can be, all of them.
  func readableFiles(in path: FilePath) -> [String] {
    let names = ((try? path.entries()) ?? []).filter {
      SoundFileKind.readable.contains(FilePath($0).ending) && !$0.hasPrefix(".")
    }
    var errors: [SpinetError] = []
    let readable = names.filter { name in
      do throws(SpinetError) {
        _ = try SoundFileReader(path: path.appending(name))
        return true
      } catch {
        errors.append(error)
        return false
      }
    }
    guard !readable.isEmpty else { return names }
    for error in errors { log("\(error.what): \(error.why); the files beside it play its keys") }
    return readable
  }

  /// The regions with their recordings. A region whose file cannot be read is left out, and that is logged in one line;
  /// if none can be read, it is an error.
  private func zones(
    _ regions: [SFZRegion], _ files: NamedFiles, of path: FilePath
  ) throws(SpinetError) -> [(region: SFZRegion, sample: Sample)] {
    var samples = SampleFiles(of: path, files, preload: preload, framesPerSecond: framesPerSecond)
    for region in regions { samples.add(region) }
    try samples.read()
    let zones = regions.compactMap { region in samples[region].map { (region: region, sample: $0) } }
    guard let first = samples.firstError else { return zones }
    guard !zones.isEmpty else { throw first }
    let others = samples.missingCount == 1 ? "" : ", and \(samples.missingCount - 1) more sound files"
    let left = regions.count - zones.count
    log("\(first.what): \(first.why)\(others): \(left == 1 ? "1 region is" : "\(left) regions are") left out")
    return zones
  }
}
