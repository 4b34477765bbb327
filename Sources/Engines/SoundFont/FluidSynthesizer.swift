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

/// The synthesizers of libfluidsynth for one sound: no audio driver, no thread and no lock of their own. They play the
/// presets of a font that others may play too.
final class FluidSynthesizer: @unchecked Sendable {
  // Sendable because one thread at a time uses it: the one that makes it, then the audio thread.
  let font: SharedFont
  let framesPerSecond: Double
  private let supply: VoiceSupply

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

  /// The 97 channels of `SoundFontPlayer`, rounded up to a multiple of 16.
  private static let channels = 112

  /// The rates that FluidSynth supports, in frames per second.
  private static let rates = 8_000.0...96_000.0

  /// Voices of FluidSynth: a note takes one for each of its layers. A sound that is played alone has them all, so that no
  /// note of it waits for more.
  static let voices = [192]
  /// Those of each of many sounds of one song, which begins with few.
  static let voicesOfMany = [16, 48, 64]
  /// The drums of a kit silence one another, which they can only within one synthesizer.
  static let voicesOfDrums = [96]
  /// The most that one synthesizer has.
  static let mostVoices = 192

  /// [any-thread]
  ///
  /// - Throws: for rates that FluidSynth cannot play.
  init(_ font: SharedFont, voices: [Int], framesPerSecond: Double) throws(SpinetError) {
    try Self.check(framesPerSecond, font.path)
    self.font = font
    self.framesPerSecond = framesPerSecond
    let path = font.path
    supply = try VoiceSupply(sizes: voices) { count throws(SpinetError) in
      let made = try Self.make(of: path) { settings in
        Self.configure(settings, voices: count)
        fs_set_number(settings, "synth.sample-rate", framesPerSecond)
        fs_set_integer(settings, "synth.midi-channels", Int32(Self.channels))
      }
      for channel in 0..<Int32(Self.channels) { Self.begin(channel, of: made.synth) }
      return made
    }
    font.loader.supply(supply)
  }

  deinit { font.loader.free(supply) }

  /// For one audio thread. Must not outlive this object.
  func supplied(isOffline: Bool) -> SuppliedVoices { font.loader.voices(of: supply, isOffline: isOffline) }

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
      .outOfResources, what: path.string, why: "there is not enough memory for FluidSynth",
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

  /// Sets MIDI volume to its maximum, because the mixer controls the volume. The rest stays as in the font.
  private static func begin(_ channel: Int32, of synth: OpaquePointer) {
    fs_controller(synth, channel, 7, 127)
  }
}
