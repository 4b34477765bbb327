import CRealtime
import SpinetEngine
import SpinetRealtime
import Synchronization

/// The parts that sound in a block. Each has its own memory, so that several can be rendered at the same time.
/// [audio-thread]
final class MixerParts: SharedWork, @unchecked Sendable {
  // Sendable because changes are complete before the pieces are shared, and each piece is a different part.
  private let slots: [MixerSlot]
  /// The same slots, unmanaged: every block reads all of them, and reference counting would cost time.
  private let uncounted: FixedBuffer<Unmanaged<MixerSlot>>
  /// The slots that are rendered in this block, in their order.
  private let active: FixedBuffer<Int>
  private(set) var count = 0
  private var hasSolo = false
  private let elsewhere: SoloElsewhere
  /// Whether it measures what each part takes, for those who share the work.
  private let isTimed: Bool
  /// The block that is rendered now.
  var block: AudioBlock?

  init(_ slots: [MixerSlot], _ elsewhere: SoloElsewhere, isTimed: Bool) {
    self.slots = slots
    self.elsewhere = elsewhere
    self.isTimed = isTimed
    uncounted = FixedBuffer(count: slots.count) { .passUnretained(slots[$0]) }
    active = FixedBuffer(repeating: 0, count: slots.count)
  }

  subscript(index: Int) -> MixerPart? { slot(index).part }

  func slot(_ index: Int) -> MixerSlot { slots[active[index]] }

  /// The slot that holds or has held the part with this number.
  func slot(ofPart number: UInt32) -> MixerSlot { slots[Int(number) % slots.count] }

  func findActive() {
    count = 0
    hasSolo = elsewhere.isThere.load(ordering: .relaxed)
    for index in 0..<slots.count {
      let state = uncounted[index]._withUnsafeGuaranteedRef { $0.state.load(ordering: .acquiring) }
      guard state == .playing || state == .leaving else { continue }
      active[count] = index
      count += 1
      if slots[index].part?.state.value.isSoloed ?? false { hasSolo = true }
    }
  }

  /// Renders a part into its own memory, and after it the later ones that share something with it.
  func perform(_ index: Int) {
    guard let shared = self[index]?.shared else { return perform(part: index) }
    guard isFirst(index, of: shared) else { return }
    for other in index..<count where self[other]?.shared == shared { perform(part: other) }
  }

  private func isFirst(_ index: Int, of shared: ObjectIdentifier) -> Bool {
    for earlier in 0..<index where self[earlier]?.shared == shared { return false }
    return true
  }

  private func perform(part index: Int) {
    guard let part = self[index], let block else { return }
    let start = isTimed ? rt_now() : 0
    var own = part.buffer.block(
      frameCount: block.frameCount, firstFrame: block.firstFrame, timeline: block.timeline)
    own.input = block.input
    own.isActive = block.isActive
    render(part, in: slot(index), into: own)
    if isTimed { part.nanoseconds = rt_now() - start }
  }

  func render(_ part: MixerPart, in slot: MixerSlot, into block: AudioBlock) {
    if part.isPlayable { part.engine.render(block) } else { block.silence() }
    part.state.value.apply(
      to: block, send: part.send?.left.slice(from: 0, count: block.frameCount), hasSolo: hasSolo,
      isFading: slot.isFading.load(ordering: .relaxed))
  }

  /// The nanoseconds that `threads` threads would save in a block as expensive as the last one.
  func saving(threads: Int) -> UInt64 {
    var (total, longest): (UInt64, UInt64) = (0, 0)
    for index in 0..<count {
      total += self[index]?.nanoseconds ?? 0
      longest = max(longest, cost(ofPiece: index))
    }
    return total - max(longest, total / UInt64(threads))
  }

  /// The nanoseconds that `perform` took for a piece in the last block.
  private func cost(ofPiece index: Int) -> UInt64 {
    guard let shared = self[index]?.shared else { return self[index]?.nanoseconds ?? 0 }
    guard isFirst(index, of: shared) else { return 0 }
    var sum: UInt64 = 0
    for other in index..<count where self[other]?.shared == shared { sum += self[other]?.nanoseconds ?? 0 }
    return sum
  }
}

/// Whether something that is not in the mix is solo.
final class SoloElsewhere: Sendable {
  let isThere = Atomic<Bool>(false)
}

/// How many threads render the parts, and when several are used.
package struct RenderThreads: Sendable {
  package var threads = 1
  /// Whether the helpers ask for the audio thread's priority; a render to a file does not.
  package var isUrgent = true
  /// The least time saved for which helpers are used. Waking a helper and waiting for it takes 10 to 50 µs.
  package var leastSavingNanoseconds: UInt64 = 60_000

  package init(threads: Int = 1, isUrgent: Bool = true, leastSavingNanoseconds: UInt64 = 60_000) {
    self.threads = max(1, threads)
    self.isUrgent = isUrgent
    self.leastSavingNanoseconds = leastSavingNanoseconds
  }
}
