import CFaust
import Glibc
import SpinetRealtime
import SystemPackage

/// The samples of a sound file.
package struct FaustSound: Sendable {
  /// The samples of each channel. All channels have the same length.
  package let channels: [[Float]]
  package let framesPerSecond: Int

  package init(channels: [[Float]], framesPerSecond: Int) {
    self.channels = channels
    self.framesPerSecond = framesPerSecond
  }

  /// What Faust's own hosts play instead of a file that they do not find.
  fileprivate static let missing = FaustSound(
    channels: [[Float](repeating: 0, count: 1024)], framesPerSecond: 44_100)
}

/// The sound files of a program: `soundfile("label[url:{'a.wav';'b.wav'}]", …)`. Each is a part of a sound.
final class SoundFiles: Sendable {
  private let sounds: [String: Sound]
  /// A line for each file that is missing. It is silent, as in Faust's own hosts.
  let notes: [String]

  /// Reads the files that the declarations name.
  /// - Parameter urls: as the program declares them.
  init(
    _ urls: [String], of source: FaustSourceFile, read: (FilePath) throws(SpinetError) -> FaustSound
  ) {
    let folders = [source.folder] + source.includeFolders
    var sounds: [String: Sound] = [:]
    var notes: [String] = []
    for url in urls where sounds[url] == nil {
      let parts = Self.names(in: url).map { name in
        do throws(SpinetError) {
          return try Self.read(name, in: folders, read)
        } catch {
          notes.append("\(error.problem), so it is silent")
          return FaustSound.missing
        }
      }
      sounds[url] = Sound(parts, isDouble: source.options.isDouble)
    }
    self.sounds = sounds
    self.notes = notes
  }

  /// The file in the first folder that has it. The error is about the first folder.
  private static func read(
    _ name: String, in folders: [FilePath], _ read: (FilePath) throws(SpinetError) -> FaustSound
  ) throws(SpinetError) -> FaustSound {
    let paths = folders.map { $0.pushing(FilePath(name)) }
    for path in paths where access(path.string, R_OK) == 0 { return try read(path) }
    return try read(paths.first ?? FilePath(name))
  }

  /// For the code of the program. It must not outlive this object.
  func address(of url: String) -> UnsafeMutableRawPointer? {
    sounds[url].map { UnsafeMutableRawPointer($0.address) }
  }

  /// `a.wav`, `b.wav` of `{'a.wav';'b.wav'}`; a text that is not a list is one name.
  static func names(in url: String) -> [String] {
    let text = url.filter { !$0.isWhitespace || !url.hasPrefix("{") }
    guard text.hasPrefix("{"), text.hasSuffix("}") else { return [url] }
    return text.dropFirst().dropLast().split(separator: ";").map { word in
      word.filter { $0 != "'" && $0 != "\"" }
    }
  }
}

/// Some sound files, one after the other, as Faust's code reads them.
private final class Sound: @unchecked Sendable {
  // Sendable because nothing is written after `init`.
  private let tables: FixedBuffer<Int32>
  private let channels: FixedBuffer<UnsafeMutableRawPointer>
  private let single: FixedBuffer<Float>
  private let double: FixedBuffer<Double>
  private let head: FixedBuffer<FaustSoundFile>
  var address: UnsafeMutablePointer<FaustSoundFile> { head.start }

  /// The numbers of parts and channels that Faust's code may access.
  private static let partLimit = 256
  private static let channelLimit = 64

  /// Parts that no file fills are silent.
  init(_ files: [FaustSound], isDouble: Bool) {
    let files = Array(files.prefix(Self.partLimit)) + [.missing]
    let channelCount = min(files.map(\.channels.count).max() ?? 1, Self.channelLimit)
    let lengths = files.map { $0.channels.first?.count ?? 0 }
    let total = lengths.reduce(0, +)
    // A part with fewer channels is silent in the others.
    let samples = (0..<channelCount).flatMap { channel in
      zip(files, lengths).flatMap { file, length in
        channel < file.channels.count ? file.channels[channel] : [Float](repeating: 0, count: length)
      }
    }
    single = FixedBuffer(count: isDouble ? 0 : samples.count) { samples[$0] }
    double = FixedBuffer(count: isDouble ? samples.count : 0) { Double(samples[$0]) }
    let start = isDouble ? UnsafeMutableRawPointer(double.start) : UnsafeMutableRawPointer(single.start)
    let stride = total * (isDouble ? MemoryLayout<Double>.size : MemoryLayout<Float>.size)
    // Channels beyond those of the files repeat them.
    channels = FixedBuffer(count: Self.channelLimit) { start + $0 % channelCount * stride }
    let offsets = lengths.indices.map { lengths[..<$0].reduce(0, +) }
    tables = FixedBuffer(count: 3 * Self.partLimit) { index in
      let part = min(index % Self.partLimit, files.count - 1)
      return switch index / Self.partLimit {
      case 0: Int32(clamping: lengths[part])
      case 1: Int32(clamping: files[part].framesPerSecond)
      default: Int32(clamping: offsets[part])
      }
    }
    let file = FaustSoundFile(
      buffers: channels.start, lengths: tables.start, rates: tables.start + Self.partLimit,
      offsets: tables.start + 2 * Self.partLimit, channel_count: Int32(channelCount),
      part_count: Int32(files.count - 1), is_double: isDouble)
    head = FixedBuffer(repeating: file, count: 1)
  }
}
