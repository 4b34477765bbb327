import Glibc
import SpinetEngine
import SpinetRealtime
import Synchronization
import SystemPackage

/// A font that is in memory once, however many sounds play it.
///
/// FluidSynth counts the uses of a sample without atomics. So the engines of one font are rendered by one thread at a
/// time, see `SoundEngine.sharedMemory`.
package final class SharedFont: Sendable {
  package let presets: SoundFontPresets
  let path: FilePath
  let loader: PresetLoader
  private let thread: WorkerThread

  /// Opens a font, or returns the one that is open already. [any-thread]
  ///
  /// - Parameter log: gets what is wrong with its samples.
  /// - Throws: for what FluidSynth cannot read.
  package static func open(
    _ path: FilePath, log: @escaping @Sendable (String) -> Void = { _ in }
  ) throws(SpinetError) -> SharedFont {
    let file = try SoundFontFile(path: path)
    guard let stamp = FontStamp(of: path) else { return try SharedFont(file, path, log) }
    return try fonts.withLock { fonts throws(SpinetError) in
      fonts = fonts.filter { $0.value.font != nil }
      if let open = fonts[stamp]?.font { return open }
      let font = try SharedFont(file, path, log)
      fonts[stamp] = Known(font: font)
      return font
    }
  }

  private struct Known: Sendable {
    weak var font: SharedFont?
  }

  private static let fonts = Mutex<[FontStamp: Known]>([:])

  /// A place among those that play the font in a stream. Sounds of one mix share the voices, which the first of them makes.
  ///
  /// - Parameter voices: see `FluidSynthesizer`.
  func seat(in format: StreamFormat, voices: [Int], isOffline: Bool) throws(SpinetError) -> FontSeat {
    guard format.mix != nil else { return try newSeat(in: format, voices, isOffline) }
    return try mixes.withLock { mixes throws(SpinetError) in
      mixes = mixes.filter { $0.value.synthesizer != nil }
      if let seat = mixes[format]?.synthesizer?.seat() { return seat }
      let seat = try newSeat(in: format, voices, isOffline)
      mixes[format] = Playing(synthesizer: seat.synthesizer)
      return seat
    }
  }

  private func newSeat(
    in format: StreamFormat, _ voices: [Int], _ isOffline: Bool
  ) throws(SpinetError) -> FontSeat {
    let made = try FluidSynthesizer(
      self, voices: voices, isShared: format.mix != nil, isOffline: isOffline,
      framesPerSecond: format.framesPerSecond)
    guard let seat = made.seat() else {
      throw SpinetError(
        .limitReached, what: path.string, why: "too many sounds play it", remedy: "play fewer")
    }
    return seat
  }

  private struct Playing: Sendable {
    weak var synthesizer: FluidSynthesizer?
  }

  /// What plays it in each mix.
  private let mixes = Mutex<[StreamFormat: Playing]>([:])

  private init(
    _ file: SoundFontFile, _ path: FilePath, _ log: @escaping @Sendable (String) -> Void
  ) throws(SpinetError) {
    presets = file.presets
    self.path = path
    let loader = try PresetLoader(file.presets, path: path, log: log)
    self.loader = loader
    thread = try WorkerThread(name: "soundfont") { loader.run() }
  }

  deinit { loader.end() }
}

/// Tells versions of a file apart, also under one name.
struct FontStamp: Hashable {
  private let device: UInt64
  private let number: UInt64
  private let bytes: Int64
  private let seconds: Int
  private let nanoseconds: Int

  /// Nil if there is no file.
  init?(of path: FilePath) {
    var status = stat()
    guard stat(path.string, &status) == 0 else { return nil }
    (device, number) = (UInt64(status.st_dev), UInt64(status.st_ino))
    bytes = Int64(status.st_size)
    (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
  }
}
