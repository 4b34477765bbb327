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

/// A synthesizer of libfluidsynth with one font: no audio driver, no thread and no lock of its own.
///
/// Several with the same font share its samples.
final class FluidSynthesizer: @unchecked Sendable {
  // Sendable because one thread at a time uses it: the one that loads it, then the audio thread.
  let framesPerSecond: Double
  let synth: OpaquePointer
  private let settings: OpaquePointer
  private let presets: [OpaquePointer]

  /// The 97 channels of `SoundFontPlayer`, rounded up to a multiple of 16.
  private static let channels = 112

  /// The rates that FluidSynth supports, in frames per second.
  static let rates = 8_000.0...96_000.0

  /// Voices of FluidSynth: a note takes one for each of its layers.
  static let voices = 256

  /// Loads a font. [any-thread]
  ///
  /// - Throws: for what FluidSynth cannot read, and for rates that it cannot play.
  init(_ file: SoundFontFile, path: FilePath, framesPerSecond: Double) throws(SpinetError) {
    guard Self.rates.contains(framesPerSecond) else {
      throw SpinetError(
        .engineFailed, what: path.string, why: "FluidSynth cannot play \(Int(framesPerSecond)) Hz",
        remedy: "choose a rate from 8000 to 96000 Hz")
    }
    if let missing = fs_load_library() {
      throw SpinetError(
        .notInstalled, what: path.string,
        why: "FluidSynth cannot be loaded: \(String(cString: missing)) is missing",
        remedy: Remedy(.installPackage, "libfluidsynth3"))
    }
    // The first synthesizer fills tables that all share, so only one may load at a time.
    let loaded = Self.loading.withLock { _ in Self.load(path, framesPerSecond) }
    guard let loaded else { throw Self.refusal(path) }
    (settings, synth) = (loaded.settings, loaded.synth)
    self.framesPerSecond = framesPerSecond
    let found = file.presets.all.compactMap { preset in
      fs_find_preset(loaded.font, Int32(preset.bank), Int32(preset.program))
    }
    presets = found
    guard found.count == file.presets.all.count else { throw Self.refusal(path) }
  }

  deinit {
    fs_delete_synth(synth)
    fs_delete_settings(settings)
  }

  /// FluidSynth's own presets, in the order of the file's. They live as long as this object.
  var presetHandles: FixedBuffer<OpaquePointer> { FixedBuffer(count: presets.count) { presets[$0] } }

  private static let loading = Mutex(())

  private static func refusal(_ path: FilePath) -> SpinetError {
    SpinetError(
      .fileInvalid, what: path.string, why: "FluidSynth cannot read it",
      remedy: "give another SoundFont: .sf2 or .sf3")
  }

  private struct Loaded {
    let settings: OpaquePointer
    let synth: OpaquePointer
    let font: OpaquePointer
  }

  private static func load(_ path: FilePath, _ framesPerSecond: Double) -> Loaded? {
    if isFluidSynthQuiet.load(ordering: .relaxed) { fs_be_quiet() }
    guard let settings = fs_new_settings() else { return nil }
    configure(settings, framesPerSecond)
    guard let synth = fs_new_synth(settings) else {
      fs_delete_settings(settings)
      return nil
    }
    guard let font = fs_load_font(synth, path.string) else {
      fs_delete_synth(synth)
      fs_delete_settings(settings)
      return nil
    }
    for channel in 0..<Int32(channels) { begin(channel, of: synth) }
    return Loaded(settings: settings, synth: synth, font: font)
  }

  private static func configure(_ settings: OpaquePointer, _ framesPerSecond: Double) {
    fs_set_number(settings, "synth.sample-rate", framesPerSecond)
    fs_set_number(settings, "synth.gain", 0.4)
    let numbers: [(String, Int)] = [
      ("synth.midi-channels", channels), ("synth.polyphony", voices), ("synth.threadsafe-api", 0),
      ("synth.lock-memory", 0), ("synth.cpu-cores", 1), ("synth.dynamic-sample-loading", 0),
      ("synth.min-note-length", 0), ("synth.reverb.active", 0), ("synth.chorus.active", 0),
    ]
    for (name, value) in numbers { fs_set_integer(settings, name, Int32(value)) }
  }

  /// Sets MIDI volume to its maximum, because the mixer controls the volume. The rest stays as in the font.
  private static func begin(_ channel: Int32, of synth: OpaquePointer) {
    fs_controller(synth, channel, 7, 127)
  }
}
