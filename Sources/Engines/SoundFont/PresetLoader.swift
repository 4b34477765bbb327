import CFluidSynth
import CRealtime
import SpinetRealtime
import Synchronization
import SystemPackage

/// Reads the samples of a font's presets when they are wanted first, and keeps them.
///
/// A preset is ready only after all of its samples are in memory, and stays ready.
final class PresetLoader: @unchecked Sendable {
  // Sendable because only the one that holds `loading` uses the synthesizer and `unfinished`; the rest is atomic.
  /// Owns the font and plays nothing.
  private let owner: FluidSynthesizer.Handles
  private let font: Int32
  private let presets: SoundFontPresets
  private let path: FilePath
  private let stamp: FontStamp?
  private let log: @Sendable (String) -> Void
  /// FluidSynth's own presets, in the order of the file's.
  let handles: FixedBuffer<OpaquePointer>
  private let words: FixedBuffer<Atomic<UInt8>>
  private let waker: Waker
  private let isEnding = Atomic<Bool>(false)
  private let loading = Mutex(())
  private let bytes = Atomic<Int>(0)
  /// Those of the sounds that play the font.
  private let supplies = Mutex<[VoiceSupply]>([])
  /// Synthesizers that still had voices when their engines were freed. Nothing plays the font when they are freed.
  private let unfinished = Mutex<[FluidSynthesizer.Handles]>([])

  init(
    _ presets: SoundFontPresets, path: FilePath, log: @escaping @Sendable (String) -> Void
  ) throws(SpinetError) {
    let (waker, before) = (try Waker(), Self.allocatedBytes)
    let owner = try FluidSynthesizer.make(of: path) { settings in
      FluidSynthesizer.configure(settings, voices: 1)
      fs_set_integer(settings, "synth.dynamic-sample-loading", 1)
    }
    let font = fs_load_font(owner.synth, path.string)
    let open = font < 0 ? nil : fs_font_numbered(owner.synth, font)
    let found = presets.all.compactMap { preset in
      open.flatMap { fs_find_preset($0, Int32(preset.bank), Int32(preset.program)) }
    }
    guard found.count == presets.all.count else {
      owner.free()
      throw Self.refusal(path)
    }
    (self.owner, self.font, self.waker) = (owner, font, waker)
    (self.presets, self.path, self.log) = (presets, path, log)
    stamp = FontStamp(of: path)
    handles = FixedBuffer(count: found.count) { found[$0] }
    words = FixedBuffer(count: found.count) { _ in Atomic(PresetStates.none) }
    bytes.store(max(0, Self.allocatedBytes - before), ordering: .relaxed)
  }

  deinit {
    unfinished.withLock { for one in $0 { one.free() } }
    owner.free()
  }

  private static func refusal(_ path: FilePath) -> SpinetError {
    SpinetError(
      .fileInvalid, what: path.string, why: "FluidSynth cannot read it",
      remedy: "give another SoundFont: .sf2 or .sf3")
  }

  /// For one audio thread. Must not outlive this object.
  func states(isOffline: Bool) -> PresetStates {
    PresetStates(words: words.start, waker: waker.descriptor, isOffline: isOffline)
  }

  /// About how much memory the font takes, in bytes. [any-thread]
  var memoryBytes: Int { bytes.load(ordering: .relaxed) }

  /// Reads the samples of a preset now, unless it is ready. [any-thread]
  ///
  /// - Throws: if the file has changed, or cannot be read any more.
  func load(_ index: Int) throws(SpinetError) {
    try loading.withLock { _ throws(SpinetError) in
      guard words[index].load(ordering: .acquiring) != PresetStates.ready else { return }
      let before = Self.allocatedBytes
      guard stamp == FontStamp(of: path),
        fs_pin(owner.synth, font, Int32(presets.all[index].bank), Int32(presets.all[index].program)) >= 0
      else {
        words[index].store(PresetStates.broken, ordering: .releasing)
        throw SpinetError(
          .fileInvalid, what: path.string,
          why: "\(presets.all[index].name) cannot be read: the file has changed since it was opened",
          remedy: "load the font again")
      }
      bytes.wrappingAdd(max(0, Self.allocatedBytes - before), ordering: .relaxed)
      words[index].store(PresetStates.ready, ordering: .releasing)
    }
  }

  /// From now on the worker looks whether a sound wants more voices.
  func supply(_ one: VoiceSupply) { supplies.withLock { $0.append(one) } }

  func voices(of supply: VoiceSupply, isOffline: Bool) -> SuppliedVoices {
    supply.voices(waker: waker.descriptor, isOffline: isOffline)
  }

  /// Frees the synthesizers of a sound. Those that have voices are kept to the end.
  func free(_ supply: VoiceSupply) {
    supplies.withLock { all in all.removeAll { $0 === supply } }
    for one in supply.handles {
      if fs_count_voices(one.synth) > 0 { unfinished.withLock { $0.append(one) } } else { one.free() }
    }
  }

  // MARK: The worker

  /// Reads what audio threads want, until `end`. Only for the worker.
  func run() {
    while !isEnding.load(ordering: .acquiring) {
      waker.sleep(nanoseconds: nil)
      waker.consume()
      for index in presets.all.indices where words[index].load(ordering: .acquiring) == PresetStates.wanted {
        do throws(SpinetError) { try load(index) } catch { log("\(error)") }
      }
      growSupplies()
    }
  }

  private func growSupplies() {
    supplies.withLock { all in
      for one in all {
        do throws(SpinetError) { try one.growIfWanted() } catch { log("\(error)") }
      }
    }
  }

  func end() {
    isEnding.store(true, ordering: .releasing)
    waker.wake()
  }

  private static var allocatedBytes: Int { fs_allocated_bytes() }
}

/// Which presets of a font are in memory, as an audio thread asks it.
struct PresetStates: BitwiseCopyable {
  static var none: UInt8 { @_noLocks get { 0 } }
  static var wanted: UInt8 { @_noLocks get { 1 } }
  static var ready: UInt8 { @_noLocks get { 2 } }
  static var broken: UInt8 { @_noLocks get { 3 } }

  private let words: UnsafeMutablePointer<Atomic<UInt8>>
  private let waker: Int32
  /// Whether this is an offline render, whose thread may wait for the worker.
  private let isOffline: Bool

  init(words: UnsafeMutablePointer<Atomic<UInt8>>, waker: Int32, isOffline: Bool) {
    self.words = words
    self.waker = waker
    self.isOffline = isOffline
  }

  /// Asks for the samples of a preset. [audio-thread]
  @_noLocks func want(_ index: Int) {
    let (isNew, _) = words[index].compareExchange(
      expected: Self.none, desired: Self.wanted, ordering: .acquiringAndReleasing)
    if isNew { rt_wake(waker) }
    guard isOffline else { return }
    while words[index].load(ordering: .acquiring) == Self.wanted { rt_yield() }
  }

  /// Whether notes of a preset can start. [audio-thread]
  @_noLocks func isReady(_ index: Int) -> Bool { words[index].load(ordering: .acquiring) == Self.ready }

  /// Whether the samples of a preset could not be read. [audio-thread]
  @_noLocks func isBroken(_ index: Int) -> Bool { words[index].load(ordering: .acquiring) == Self.broken }
}
