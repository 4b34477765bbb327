import SpinetRealtime
import Synchronization

/// The places of the sounds that play a bank. Any thread takes and leaves one; the audio thread frees it when its last voice has
/// ended.
struct FontSeats: ~Copyable {
  static var free: UInt8 { @_noLocks get { 0 } }
  static var taken: UInt8 { @_noLocks get { 1 } }
  static var left: UInt8 { @_noLocks get { 2 } }
  /// More than a mix has parts, because sounds are made ready before they play.
  static var count: Int { @_noLocks get { 192 } }

  private let all = FixedBuffer(count: count) { _ in Atomic(free) }
  private let leaving = FixedBuffer(count: 1) { _ in Atomic(0) }

  /// For one audio thread. Must not outlive this owner.
  var states: SeatStates { SeatStates(all: all.start, leaving: leaving.start) }

  func take() -> Int? {
    for index in 0..<Self.count {
      let (isMine, _) = (all.start + index).pointee.compareExchange(
        expected: Self.free, desired: Self.taken, ordering: .acquiringAndReleasing)
      if isMine { return index }
    }
    return nil
  }

  func leave(_ index: Int) {
    (all.start + index).pointee.store(Self.left, ordering: .releasing)
    leaving.start.pointee.wrappingAdd(1, ordering: .releasing)
  }
}

/// The places as the audio thread sees them.
struct SeatStates: BitwiseCopyable {
  fileprivate let all: UnsafeMutablePointer<Atomic<UInt8>>
  /// How many have been left and are not free yet.
  fileprivate let leaving: UnsafeMutablePointer<Atomic<Int>>

  /// [audio-thread]
  var someHaveLeft: Bool { @_noLocks get { leaving.pointee.load(ordering: .acquiring) > 0 } }

  @_noLocks func hasLeft(_ seat: Int) -> Bool { all[seat].load(ordering: .acquiring) == FontSeats.left }

  @_noLocks func free(_ seat: Int) {
    all[seat].store(FontSeats.free, ordering: .releasing)
    leaving.pointee.wrappingSubtract(1, ordering: .releasing)
  }
}

/// A sound's place in a bank, which it keeps alive.
final class FontSeat: Sendable {
  let number: Int
  let synthesizer: FluidSynthesizer

  fileprivate init(_ number: Int, of synthesizer: FluidSynthesizer) {
    (self.number, self.synthesizer) = (number, synthesizer)
  }

  deinit { synthesizer.leave(number) }
}

extension FluidSynthesizer {
  /// A place for one more sound; nil if there is none.
  func seat() -> FontSeat? { takeSeat().map { FontSeat($0, of: self) } }
}
