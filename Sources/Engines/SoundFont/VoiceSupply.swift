import CFluidSynth
import CRealtime
import SpinetRealtime
import Synchronization

/// The synthesizers of one sound, or of the sounds of a mix. The first has few voices, because most songs need few and each
/// voice takes 11 KB. When half of its voices sound, a worker makes the next one, which is larger.
///
/// A note stays in the synthesizer in which it began. None is freed while the sound plays.
final class VoiceSupply: @unchecked Sendable {
  // Sendable because one thread at a time adds a synthesizer, and each is written before it is counted.
  /// What makes a synthesizer with so many voices.
  typealias Maker = @Sendable (_ voices: Int) throws(SpinetError) -> FluidSynthesizer.Handles

  /// All that were made. Only for the thread that adds, and when nothing plays.
  private(set) var handles: [FluidSynthesizer.Handles]
  private let make: Maker
  private let synths: FixedBuffer<OpaquePointer>
  private let sizes: FixedBuffer<Int>
  private let count = FixedBuffer(count: 1) { _ in Atomic(1) }
  private let wish: FixedBuffer<Atomic<UInt8>>

  /// Makes the first synthesizer.
  ///
  /// - Parameter sizes: how many voices the first and each next one have.
  init(sizes: [Int], make: @escaping Maker) throws(SpinetError) {
    let first = try make(sizes[0])
    self.make = make
    self.sizes = FixedBuffer(count: sizes.count) { sizes[$0] }
    handles = [first]
    synths = FixedBuffer(repeating: first.synth, count: sizes.count)
    wish = FixedBuffer(count: 1) { _ in Atomic(sizes.count > 1 ? SuppliedVoices.none : SuppliedVoices.refused)
    }
  }

  /// Makes the next synthesizer if the audio thread wants it. Only for one thread.
  ///
  /// - Throws: if there is no memory. The sound then goes on with what it has.
  func growIfWanted() throws(SpinetError) {
    guard wish.start.pointee.load(ordering: .acquiring) == SuppliedVoices.wanted else { return }
    let next = handles.count
    do throws(SpinetError) {
      let made = try make(sizes[next])
      handles.append(made)
      synths[next] = made.synth
      count.start.pointee.store(next + 1, ordering: .releasing)
    } catch {
      wish.start.pointee.store(SuppliedVoices.refused, ordering: .releasing)
      throw error
    }
    let isLast = handles.count == sizes.count
    wish.start.pointee.store(isLast ? SuppliedVoices.refused : SuppliedVoices.none, ordering: .releasing)
  }

  /// For one audio thread. Must not outlive this object.
  func voices(waker: Int32, isOffline: Bool) -> SuppliedVoices {
    SuppliedVoices(
      synths: synths.start, sizes: sizes.start, number: count.start, wish: wish.start, waker: waker,
      isOffline: isOffline)
  }
}

/// The synthesizers of a sound, as its audio thread sees them.
struct SuppliedVoices: BitwiseCopyable {
  static var none: UInt8 { @_noLocks get { 0 } }
  static var wanted: UInt8 { @_noLocks get { 1 } }
  static var refused: UInt8 { @_noLocks get { 2 } }
  /// Voices that a note may take: one for each layer of its preset.
  private static var mostOfNote: Int { @_noLocks get { 8 } }

  let synths: UnsafeMutablePointer<OpaquePointer>
  let sizes: UnsafeMutablePointer<Int>
  let number: UnsafeMutablePointer<Atomic<Int>>
  let wish: UnsafeMutablePointer<Atomic<UInt8>>
  let waker: Int32
  /// Whether this is an offline render, whose thread may wait for the worker.
  let isOffline: Bool

  /// How many synthesizers there are. [audio-thread]
  var count: Int { @_noLocks get { number.pointee.load(ordering: .acquiring) } }

  /// The synthesizer in which new notes begin. [audio-thread]
  var newest: Int { @_noLocks get { count - 1 } }

  @_noLocks subscript(index: Int) -> OpaquePointer { @_noLocks get { synths[index] } }

  /// The voices of all synthesizers that sound. [audio-thread]
  var sounding: Int32 {
    @_noLocks get {
      var sum: Int32 = 0
      for index in 0..<count { sum += fs_count_voices(synths[index]) }
      return sum
    }
  }

  /// Whether a synthesizer has voices for a note. [audio-thread]
  @_noLocks func hasRoom(_ index: Int) -> Bool {
    Int(fs_count_voices(synths[index])) + Self.mostOfNote <= sizes[index]
  }

  /// Whether a note can begin now. If not, a larger synthesizer comes in a moment. Live it is asked for when half of the
  /// voices sound, so that notes seldom wait. A render asks when the room ends, so that every render is the same.
  /// [audio-thread]
  ///
  /// - Parameter isFull: whether no synthesizer has voices and a channel for the note.
  @_noLocks func makeRoom(isFull: Bool) -> Bool {
    let (voices, size) = (Int(fs_count_voices(synths[newest])), sizes[newest])
    guard isFull || !isOffline && 2 * voices >= size else { return true }
    let (isNew, _) = wish.pointee.compareExchange(
      expected: Self.none, desired: Self.wanted, ordering: .acquiringAndReleasing)
    if isNew { rt_wake(waker) }
    guard isFull else { return true }
    if isOffline { while wish.pointee.load(ordering: .acquiring) == Self.wanted { rt_yield() } }
    return wish.pointee.load(ordering: .acquiring) != Self.wanted
  }
}
