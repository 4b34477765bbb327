import SpinetRealtime
import Synchronization

/// Measurements that the audio thread writes and any thread reads. This is a handle to memory that an
/// `EngineLink` owns.
public struct EngineMeters: @unchecked Sendable, BitwiseCopyable {
  // Sendable because everything behind the pointer is atomic.
  private let figures: UnsafeMutablePointer<Figures>

  struct Figures: ~Copyable {
    let soundingVoices = Atomic<Int>(0)
    let peakBits = Atomic<UInt32>(0)
    let lateCommands = Atomic<Int>(0)
    let lostReports = Atomic<Int>(0)
    let stalledVoices = Atomic<Int>(0)
    let missedBlocks = Atomic<Int>(0)
    let silentFrames = Atomic<Int>(0)
    /// Nanoseconds of `HostTime`; 0 between blocks.
    let blockBegan = Atomic<UInt64>(0)
    let overflow = Atomic<UInt8>(Overflow.none)
    /// The signal of the program's crash; 0 for none.
    let crash = Atomic<Int32>(0)
  }

  private enum Overflow {
    static let none: UInt8 = 0
    static let happened: UInt8 = 1
    static let told: UInt8 = 2
  }

  init(_ figures: borrowing FixedValue<Figures>) { self.figures = figures.address }

  /// The number of voices that sound, including released ones.
  public var soundingVoices: Int {
    @_noLocks get { figures.pointee.soundingVoices.load(ordering: .relaxed) }
  }
  /// The number of commands that arrived after their frame had been played. They were applied at once.
  public var lateCommands: Int { figures.pointee.lateCommands.load(ordering: .relaxed) }
  /// The number of reports that were lost because the ring was full.
  public var lostReports: Int { figures.pointee.lostReports.load(ordering: .relaxed) }
  /// The number of voices that were faded because their samples came too late from the disk.
  public var stalledVoices: Int { figures.pointee.stalledVoices.load(ordering: .relaxed) }
  /// The number of blocks that were silent because the process that computes them was late.
  package var missedBlocks: Int { figures.pointee.missedBlocks.load(ordering: .relaxed) }
  /// The number of consecutive frames without a voice or a tail, up to the last block.
  public var silentFrames: Int {
    @_noLocks get { figures.pointee.silentFrames.load(ordering: .relaxed) }
  }
  /// Whether a voice sounded in the last block, or anything has since the last `popPeak`.
  package var isSounding: Bool {
    @_noLocks get { soundingVoices > 0 || figures.pointee.peakBits.load(ordering: .relaxed) != 0 }
  }
  /// Returns the highest absolute sample since the last call. [any-thread]
  @_noLocks public func popPeak() -> Float {
    Float(bitPattern: figures.pointee.peakBits.exchange(0, ordering: .relaxed))
  }

  /// Whether samples were not a number or far too loud, and were silenced. Returns true once for each stream,
  /// however often it happens. [any-thread]
  @_noLocks public func popOverflow() -> Bool {
    figures.pointee.overflow.compareExchange(
      expected: Overflow.happened, desired: Overflow.told, ordering: .relaxed
    ).exchanged
  }

  /// The crash that ended the engine's program. [any-thread]
  package var crash: ProgramCrash? { ProgramCrash(signal: figures.pointee.crash.load(ordering: .relaxed)) }

  /// Records that the program has crashed by this signal. [audio-thread]
  @_noLocks package func recordCrash(signal: Int32) {
    figures.pointee.crash.store(signal, ordering: .relaxed)
  }

  /// How long the engine has been computing the current block; 0 between blocks. [any-thread]
  public func blockSeconds(at now: HostTime) -> Double {
    let began = figures.pointee.blockBegan.load(ordering: .relaxed)
    return began == 0 ? 0 : max(0, Double(now.nanoseconds(since: HostTime(nanoseconds: began))) * 1e-9)
  }

  /// A block begins now, for the time that it takes. [audio-thread]
  @_noLocks public func recordBlockStart(at now: HostTime) {
    figures.pointee.blockBegan.store(now.nanoseconds, ordering: .relaxed)
  }

  /// The block has ended. [audio-thread]
  @_noLocks public func recordBlockEnd() { figures.pointee.blockBegan.store(0, ordering: .relaxed) }

  /// Records the measurements of a block. [audio-thread]
  @_noLocks public func recordBlock(frames: Int, voices: Int, peak: Float, isSilent: Bool) {
    figures.pointee.soundingVoices.store(voices, ordering: .relaxed)
    let silent = isSilent ? figures.pointee.silentFrames.load(ordering: .relaxed) + frames : 0
    figures.pointee.silentFrames.store(silent, ordering: .relaxed)
    if peak > Float(bitPattern: figures.pointee.peakBits.load(ordering: .relaxed)) {
      figures.pointee.peakBits.store(peak.bitPattern, ordering: .relaxed)
    }
  }

  /// Records that a sample was not a number or far too loud, and was silenced. [audio-thread]
  @_noLocks public func recordOverflow() {
    _ = figures.pointee.overflow.compareExchange(
      expected: Overflow.none, desired: Overflow.happened, ordering: .relaxed)
  }

  /// Adds the counts of a part of a mix, and resets them there. [audio-thread]
  @_noLocks package func absorb(_ part: EngineMeters) {
    let late = part.figures.pointee.lateCommands.exchange(0, ordering: .relaxed)
    figures.pointee.lateCommands.wrappingAdd(late, ordering: .relaxed)
    let lost = part.figures.pointee.lostReports.exchange(0, ordering: .relaxed)
    figures.pointee.lostReports.wrappingAdd(lost, ordering: .relaxed)
    let stalled = part.figures.pointee.stalledVoices.exchange(0, ordering: .relaxed)
    figures.pointee.stalledVoices.wrappingAdd(stalled, ordering: .relaxed)
    let missed = part.figures.pointee.missedBlocks.exchange(0, ordering: .relaxed)
    figures.pointee.missedBlocks.wrappingAdd(missed, ordering: .relaxed)
    if part.popOverflow() { recordOverflow() }
    let signal = part.figures.pointee.crash.load(ordering: .relaxed)
    if signal != 0 { recordCrash(signal: signal) }
  }

  /// A command came after its frame. [audio-thread]
  @_noLocks public func countLateCommand() {
    figures.pointee.lateCommands.wrappingAdd(1, ordering: .relaxed)
  }

  /// A voice was faded because its samples came too late from the disk. [audio-thread]
  @_noLocks public func countStalledVoice() {
    figures.pointee.stalledVoices.wrappingAdd(1, ordering: .relaxed)
  }

  /// A block is silent because the process that computes it is late. [audio-thread]
  @_noLocks package func countMissedBlock() {
    figures.pointee.missedBlocks.wrappingAdd(1, ordering: .relaxed)
  }

  /// A report found no room in its ring. [audio-thread]
  @_noLocks public func countLostReport() { figures.pointee.lostReports.wrappingAdd(1, ordering: .relaxed) }
}
