import SpinetRealtime
import Synchronization

/// Figures that the audio thread writes and anybody reads; the latest wins. A handle to memory that an
/// `EngineLink` owns.
public struct EngineMeters: @unchecked Sendable, BitwiseCopyable {
  // Sendable because everything behind the pointer is atomic.
  private let figures: UnsafeMutablePointer<Figures>

  private struct Figures: ~Copyable {
    let soundingVoices = Atomic<Int>(0)
    let peakBits = Atomic<UInt32>(0)
    let lateCommands = Atomic<Int>(0)
    let lostReports = Atomic<Int>(0)
    let silentFrames = Atomic<Int>(0)
    /// Nanoseconds of the host's clock; 0 between blocks.
    let blockBegan = Atomic<UInt64>(0)
    let overflow = Atomic<UInt8>(Overflow.none)
  }

  private enum Overflow {
    static let none: UInt8 = 0
    static let happened: UInt8 = 1
    static let told: UInt8 = 2
  }

  init() {
    figures = .allocate(capacity: 1)
    figures.initialize(to: Figures())
  }

  func deallocate() {
    figures.deinitialize(count: 1)
    figures.deallocate()
  }

  /// Voices that sound, releasing ones included.
  public var soundingVoices: Int { figures.pointee.soundingVoices.load(ordering: .relaxed) }
  /// Commands that came after their frame had been played, and were played at once.
  public var lateCommands: Int { figures.pointee.lateCommands.load(ordering: .relaxed) }
  /// Reports that found the ring full.
  public var lostReports: Int { figures.pointee.lostReports.load(ordering: .relaxed) }
  /// Frames in a row without a voice or a tail, up to the last block.
  public var silentFrames: Int { figures.pointee.silentFrames.load(ordering: .relaxed) }
  /// The highest absolute sample since the last call.
  public func takePeak() -> Float {
    Float(bitPattern: figures.pointee.peakBits.exchange(0, ordering: .relaxed))
  }

  /// Whether samples have been no numbers, or beyond any sound, and silenced: true once a stream, however often it happens.
  public func takeOverflow() -> Bool {
    figures.pointee.overflow.compareExchange(
      expected: Overflow.happened, desired: Overflow.told, ordering: .relaxed
    ).exchanged
  }

  /// How long the engine has been at the block it is computing; 0 between blocks.
  public func blockSeconds(at now: HostTime) -> Double {
    let began = figures.pointee.blockBegan.load(ordering: .relaxed)
    return began == 0 ? 0 : max(0, Double(now.nanoseconds(since: HostTime(nanoseconds: began))) * 1e-9)
  }

  /// [audio-thread]
  @_noLocks public func noteBlockBegins(at now: HostTime) {
    figures.pointee.blockBegan.store(now.nanoseconds, ordering: .relaxed)
  }

  /// [audio-thread]
  @_noLocks public func noteBlockEnds() { figures.pointee.blockBegan.store(0, ordering: .relaxed) }

  /// Notes what a block was like. [audio-thread]
  @_noLocks public func noteBlock(frames: Int, voices: Int, peak: Float, isSilent: Bool) {
    figures.pointee.soundingVoices.store(voices, ordering: .relaxed)
    let silent = isSilent ? figures.pointee.silentFrames.load(ordering: .relaxed) + frames : 0
    figures.pointee.silentFrames.store(silent, ordering: .relaxed)
    if peak > Float(bitPattern: figures.pointee.peakBits.load(ordering: .relaxed)) {
      figures.pointee.peakBits.store(peak.bitPattern, ordering: .relaxed)
    }
  }

  /// A sample was no number, and has been silenced. [audio-thread]
  @_noLocks public func noteOverflow() {
    _ = figures.pointee.overflow.compareExchange(
      expected: Overflow.none, desired: Overflow.happened, ordering: .relaxed)
  }

  /// [audio-thread]
  @_noLocks public func countLateCommand() {
    figures.pointee.lateCommands.wrappingAdd(1, ordering: .relaxed)
  }

  /// [audio-thread]
  @_noLocks public func countLostReport() { figures.pointee.lostReports.wrappingAdd(1, ordering: .relaxed) }
}
