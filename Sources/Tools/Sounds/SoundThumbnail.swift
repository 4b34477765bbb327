import Glibc
import Logging
import SpinetDevices
import SpinetLibrary
import SpinetMIDI
import SpinetRealtime
import SpinetSession
import SpinetText
import SpinetWidgets
import SystemPackage

/// A small picture of a sound: how loud a note of it is in each of 48 equal times. [any-thread]
///
/// The note is really played, so it takes a moment; what was played is kept until the sound's file changes.
package struct SoundThumbnail: Sendable {
  package static let columnCount = 48
  /// How long the note is held, and how long it is looked at.
  private static let heldSeconds = 1.2
  private static let seconds = 1.8
  private static let framesPerSecond = 24_000
  /// Another number makes every picture anew.
  private static let version = 1

  private let sound: ListedSound
  private let catalog: Catalog
  private let cache: FilePath?
  private let csoundProcess: [String]

  /// - Parameters:
  ///   - cache: the folder in which pictures are kept; nil for none.
  ///   - csoundProcess: the command that serves a Csound program in a process of its own; empty to play it in this
  ///     process.
  package init(
    of sound: ListedSound, in catalog: Catalog = .current, cache: FilePath?, csoundProcess: [String] = []
  ) {
    (self.sound, self.catalog, self.cache) = (sound, catalog, cache)
    self.csoundProcess = csoundProcess
  }

  /// The key that is played: low for what is low.
  package var key: UInt8 { ["bass", "drums"].contains(sound.family) ? 36 : 60 }

  /// The heights of the columns, 0–100; empty for a sound that is not played for a picture, such as a program.
  package func columns() throws(SpinetError) -> [UInt8] {
    guard sound.kind == .patch || sound.kind == .stage else { return [] }
    let file = try keptFile()
    if let file, let kept = try? InputFile.bytes(ifThereIs: file), kept.count == Self.columnCount {
      return kept
    }
    let columns = try played()
    if let file { try? AtomicFile.write(columns, to: file) }
    return columns
  }

  private func keptFile() throws(SpinetError) -> FilePath? {
    guard let cache, let entry = try catalog.find(sound.kind == .patch ? .patch : .stage, sound.name) else {
      return nil
    }
    let hash = try entry.bytes().reduce(UInt64(Self.version)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return cache.appending("\(sound.name.filter { $0.isLetter || $0.isNumber })-\(String(hash, radix: 36))")
  }

  private func played() throws(SpinetError) -> [UInt8] {
    let logger = Logger(label: "thumbnail") { _ in SwiftLogNoOpLogHandler() }
    var options = PlayOptions()
    options.midi = .none
    options.pcm = "none"
    options.framesPerSecond = Double(Self.framesPerSecond)
    var loader = InstrumentLoader(library: catalog)
    loader.framesPerSecond = options.framesPerSecond
    loader.isOffline = true
    loader.csoundProcess = csoundProcess
    let instrument = try loader.load(sound.name)
    let session = try OfflineSession(
      PerformerSetup(instrument, options, logger: logger), framesPerSecond: Self.framesPerSecond,
      periodFrames: 250, cores: 1, logger: logger)
    return try peaks(session)
  }

  private static func peak(of block: AudioBlock) -> Float {
    (0..<block.frameCount).reduce(0) { max($0, abs(block.left[$1]), abs(block.right[$1])) }
  }

  private func peaks(_ session: OfflineSession) throws(SpinetError) -> [UInt8] {
    let channel = Channel(status: 0)
    session.performer.take(.noteOn(channel, key: key, velocity: 100), from: .file, at: session.output.time)
    var peaks = [Float](repeating: 0, count: Self.columnCount)
    let frames = Int64(Self.seconds * Double(Self.framesPerSecond))
    let release = Int64(Self.heldSeconds * Double(Self.framesPerSecond))
    var isHeld = true
    while session.frame < frames {
      if isHeld, session.frame >= release {
        session.performer.take(
          .noteOff(channel, key: key, velocity: 64), from: .file, at: session.output.time)
        isHeld = false
      }
      let column = Int(session.frame * Int64(Self.columnCount) / frames)
      let block = try session.playBlock(until: min(frames, session.frame + 250))
      peaks[column] = max(peaks[column], Self.peak(of: block))
      session.advance()
    }
    let highest = max(peaks.max() ?? 0, 1e-6)
    return peaks.map { UInt8(bounded: Double($0 / highest).squareRoot() * 100, in: 0...100) }
  }
}
