import FoundationEssentials
import Glibc
import SpinetDevices
import SpinetRealtime
import SpinetSampler
import SpinetText
import SystemPackage

extension InstrumentLoader {
  /// Loads an SFZ file. Opcodes that are not read are logged, each kind once.
  func loadSFZ(_ path: FilePath) throws(SpinetError) -> LoadedSound {
    let folder = path.removingLastComponent()
    let instrument = try SFZInstrument(file: path.string) { name, from throws(SpinetError) in
      guard from != nil else { return try InputFile.bytes(at: path, remedy: "give an SFZ file") }
      let file = folder.pushing(FilePath(name))
      // Otherwise a pipe would be waited for without a limit.
      try SoundFileReader.checkIsFile(file)
      return try InputFile.bytes(at: file, remedy: "give an SFZ file")
    }
    for note in instrument.notes { log(note) }
    let engine = try Self.engine(instrument.regions, in: folder, of: path)
    return LoadedSound(name: path.name, file: path, engine: engine)
  }

  /// Loads the sound files of a folder, whose names contain their notes.
  func loadFolder(_ path: FilePath) throws(SpinetError) -> LoadedSound {
    let names = (try? path.entries()) ?? []
    let files = names.filter { SoundFileKind(path: FilePath($0)) != nil && !$0.hasPrefix(".") }
    let regions = NamedSamples.regions(of: files)
    guard !regions.isEmpty else {
      throw SpinetError(
        .fileUnsuitable, what: path.string, why: "no sound file in this folder is named by its note",
        remedy: "name them as in C4.wav, piano_A#3.wav or 060.wav")
    }
    if regions.count < files.count {
      log("\(path): \(files.count - regions.count) files without a note in their names are not played")
    }
    let engine = try Self.engine(regions, in: path, of: path)
    return LoadedSound(name: path.name, file: path, engine: engine)
  }

  /// Reads each sound file once.
  private static func engine(
    _ regions: [SFZRegion], in folder: FilePath, of path: FilePath
  ) throws(SpinetError) -> MultisampleEngine {
    var samples: [String: Sample] = [:]
    var bytesLeft = mostBytes
    var zones: [(region: SFZRegion, sample: Sample)] = []
    for region in regions {
      if samples[region.sample] == nil {
        samples[region.sample] = try read(region, in: folder, of: path, &bytesLeft)
      }
      if let sample = samples[region.sample] { zones.append((region, sample)) }
    }
    return MultisampleEngine(zones: zones)
  }

  /// The limit for the samples in memory, where they are larger than in their files.
  private static let mostBytes = 4 << 30

  /// The error of a sample is reported with its line in the SFZ file.
  private static func read(
    _ region: SFZRegion, in folder: FilePath, of path: FilePath, _ bytesLeft: inout Int
  ) throws(SpinetError) -> Sample {
    do throws(SpinetError) {
      return try read(folder.pushing(FilePath(region.sample)), of: path, &bytesLeft)
    } catch {
      guard !region.place.isEmpty else { throw error }
      throw SpinetError(
        error.code, what: "\(region.place): \(error.what)", why: error.why, remedy: error.remedy)
    }
  }

  private static func read(
    _ file: FilePath, of path: FilePath, _ bytesLeft: inout Int
  ) throws(SpinetError) -> Sample {
    let reader = try SoundFileReader(path: file)
    // Two floats per frame: the recording, and as much again for its octaves.
    bytesLeft -= reader.frameCount * (reader.isStereo ? 16 : 8)
    guard bytesLeft > 0 else {
      throw SpinetError(
        .fileUnsuitable, what: path.string, why: "its samples need more than 4 GiB of memory",
        remedy: "give a smaller one")
    }
    return try Sample(
      frameCount: reader.frameCount, isStereo: reader.isStereo, framesPerSecond: reader.framesPerSecond,
      rootNote: reader.rootNote, loop: reader.loop
    ) { left, right throws(SpinetError) in try reader.read(left: left, right: right) }
  }
}
