import CFluidSynth
import SpinetRealtime
import Synchronization
import SystemPackage

/// Prevents FluidSynth from writing to standard error. Its messages are also in the errors.
///
/// It changes the whole process, so only a program calls it, never a module.
package func quietFluidSynth() { isFluidSynthQuiet.store(true, ordering: .relaxed) }

/// Whether to suppress its messages. FluidSynth is loaded with the first font, and only then can this take
/// effect.
private let isFluidSynthQuiet = Atomic<Bool>(false)

/// The synthesizers of libfluidsynth for one sound, or for the sounds of one mix that have the same font: no audio driver, no
/// thread and no lock of their own. They play the presets of a font that others may play too.
final class FluidSynthesizer: @unchecked Sendable {
  // Sendable because one thread at a time uses the bank, and the seats are atomic.
  let font: SharedFont
  let framesPerSecond: Double
  private let supply: VoiceSupply
  private let bank: FixedValue<FontBank>
  private let seats: FontSeats

  /// What FluidSynth gives for a synthesizer.
  struct Handles: @unchecked Sendable {
    // Sendable because one thread at a time uses it.
    let synth: OpaquePointer
    let settings: OpaquePointer

    func free() {
      fs_delete_synth(synth)
      fs_delete_settings(settings)
    }
  }

  /// The rates that FluidSynth supports, in frames per second.
  private static let rates = 8_000.0...96_000.0

  /// Voices of FluidSynth: a note takes one for each of its layers. A sound that is played alone has them all, so that no
  /// note of it waits for more.
  static let voices = [192, 192]
  /// Those of the sounds of one song, which begin with few: each voice takes 11 KB.
  static let voicesOfMany = [64, 128, 256, 512]
  /// The most that one synthesizer has, and the most synthesizers.
  static let mostVoices = 512
  static let mostSynths = 4

  /// - Parameters:
  ///   - voices: how many the first and each further synthesizer has.
  ///   - isShared: whether several sounds will play it, each into an output of its own.
  ///   - isOffline: whether it is rendered to a file, whose thread may wait for more voices.
  /// - Throws: for rates that FluidSynth cannot play. [any-thread]
  init(
    _ font: SharedFont, voices: [Int], isShared: Bool = false, isOffline: Bool, framesPerSecond: Double
  ) throws(SpinetError) {
    try Self.check(framesPerSecond, font.path)
    self.font = font
    self.framesPerSecond = framesPerSecond
    let (path, layout) = (font.path, isShared ? FontChannels.shared : FontChannels.alone)
    supply = try VoiceSupply(sizes: voices) { count throws(SpinetError) in
      let made = try Self.make(of: path) { settings in
        Self.configure(settings, voices: count)
        fs_set_number(settings, "synth.sample-rate", framesPerSecond)
        fs_set_integer(settings, "synth.midi-channels", Int32(layout.channels))
        fs_set_integer(settings, "synth.audio-groups", Int32(layout.groups))
        fs_set_integer(settings, "synth.audio-channels", Int32(layout.groups))
      }
      for channel in 0..<layout.usable { Self.begin(Int32(channel), of: made.synth) }
      return made
    }
    seats = FontSeats()
    let supplied = font.loader.voices(of: supply, isOffline: isOffline)
    bank = FixedValue(FontBank(supplied, layout, seats.states))
    font.loader.supply(supply)
  }

  deinit { font.loader.free(supply) }

  func takeSeat() -> Int? { seats.take() }

  func leave(_ seat: Int) { seats.leave(seat) }

  /// For one audio thread. Must not outlive this object.
  var address: UnsafeMutablePointer<FontBank> { bank.address }

  static func check(_ framesPerSecond: Double, _ path: FilePath) throws(SpinetError) {
    guard rates.contains(framesPerSecond) else {
      throw SpinetError(
        .engineFailed, what: path.string, why: "FluidSynth cannot play \(Int(framesPerSecond)) Hz",
        remedy: "choose a rate from 8000 to 96000 Hz")
    }
  }

  /// Makes a synthesizer.
  ///
  /// - Parameter path: the font that it is for, for errors.
  static func make(
    of path: FilePath, _ configure: (OpaquePointer) -> Void
  ) throws(SpinetError) -> Handles {
    if let missing = fs_load_library() {
      throw SpinetError(
        .notInstalled, what: path.string,
        why: "FluidSynth cannot be loaded: \(String(cString: missing)) is missing",
        remedy: Remedy(.installPackage, "libfluidsynth3"))
    }
    if isFluidSynthQuiet.load(ordering: .relaxed) { fs_be_quiet() }
    guard let settings = fs_new_settings() else { throw outOfMemory(path) }
    configure(settings)
    // The first synthesizer fills tables that all share, so only one may be made at a time.
    nonisolated(unsafe) let mine = settings
    let made = making.withLock { _ in fs_new_synth(mine).map { Handles(synth: $0, settings: mine) } }
    guard let made else {
      fs_delete_settings(settings)
      throw outOfMemory(path)
    }
    return made
  }

  private static let making = Mutex(())

  private static func outOfMemory(_ path: FilePath) -> SpinetError {
    SpinetError(
      .outOfResources, what: path.string, why: "FluidSynth finds no memory",
      remedy: Remedy(.closeOtherPrograms))
  }

  static func configure(_ settings: OpaquePointer, voices: Int) {
    // As loud as our own patches: the median of General MIDI's programs, measured with the same phrase.
    fs_set_number(settings, "synth.gain", 0.83)
    let numbers: [(String, Int)] = [
      ("synth.polyphony", voices), ("synth.threadsafe-api", 0), ("synth.lock-memory", 0),
      ("synth.cpu-cores", 1), ("synth.dynamic-sample-loading", 0), ("synth.min-note-length", 0),
      ("synth.reverb.active", 0), ("synth.chorus.active", 0),
    ]
    for (name, value) in numbers { fs_set_integer(settings, name, Int32(value)) }
  }

  /// Sets MIDI volume to its maximum, because the mixer controls the volume, and sends nothing to effects, which are off: a
  /// voice would be added to them all the same. The rest stays as in the font.
  private static func begin(_ channel: Int32, of synth: OpaquePointer) {
    fs_controller(synth, channel, 7, 127)
    fs_add(synth, channel, fs_reverb_send, -1_000)
    fs_add(synth, channel, fs_chorus_send, -1_000)
  }
}

/// The channels of a synthesizer. Each group of them has an output of its own; channel N belongs to group N modulo their
/// number.
struct FontChannels: BitwiseCopyable {
  let channels: Int
  let groups: Int

  /// Those that notes can have. 255 is FluidSynth's number for a voice without a channel: what is sent to it reaches voices
  /// whose memory has never been written.
  var usable: Int { @_noLocks get { min(channels, 255) } }

  /// A channel for each note of one sound.
  static let alone = FontChannels(channels: 112, groups: 1)
  /// All that FluidSynth can have.
  static let shared = FontChannels(channels: 256, groups: 16)
}
