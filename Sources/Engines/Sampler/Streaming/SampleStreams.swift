import SpinetDSP
import SpinetRealtime
import Synchronization

/// Reads ahead of the voices whose recordings come from the disk, on a worker of its own.
///
/// The voice that would run out first is served first.
final class SampleStreams: @unchecked Sendable {
  // Sendable because only the worker uses `readers` and `buffer`, and the slots are handed over by their states.
  private let sounds: [StreamedSample]
  private let slots: FixedBuffer<StreamSlot>
  private let memory: FixedBuffer<Float>
  private let waker: Waker
  private let isEnding = Atomic<Bool>(false)
  private var readers: [(any SampleReader)?]
  private let buffer = FixedBuffer<Float>(repeating: 0, count: 2 * framesAtOnce)

  /// One for each voice, and some that the worker has not freed yet.
  private static let slotCount = MultisamplePlayer.voiceCount + 64
  private static let framesAtOnce = 4_096
  /// Less is not worth a call, except at the end.
  private static let fewest = 1_024

  init(_ sounds: [StreamedSample]) throws(SpinetError) {
    self.sounds = sounds
    slots = FixedBuffer(count: Self.slotCount) { _ in StreamSlot() }
    // Pages are taken as they are written.
    memory = FixedBuffer(uninitialized: Self.slotCount * StreamWindow.sampleCount)
    readers = [(any SampleReader)?](repeating: nil, count: Self.slotCount)
    waker = try Waker()
  }

  /// Must not outlive this object.
  func access(isOffline: Bool) -> StreamAccess {
    StreamAccess(
      slots.start, memory.start, count: Self.slotCount, waker: waker.descriptor, isOffline: isOffline)
  }

  // MARK: The worker

  /// Serves the voices until `end`. Only for the worker.
  func run() {
    while !isEnding.load(ordering: .acquiring) {
      for index in 0..<Self.slotCount where slots[index].state.load(ordering: .acquiring) == StreamSlot.left {
        readers[index] = nil
        slots[index].state.store(StreamSlot.free, ordering: .releasing)
      }
      if let next = mostUrgent { fill(next.slot, next.count) } else { rest() }
    }
  }

  func end() {
    isEnding.store(true, ordering: .releasing)
    waker.wake()
  }

  private func rest() {
    waker.sleep(nanoseconds: nil)
    waker.consume()
  }

  /// The window with the fewest frames ahead that has room, and how many frames are to be read.
  private var mostUrgent: (slot: Int, count: Int)? {
    var best: (slot: Int, count: Int)?
    var least = Int.max
    for index in 0..<Self.slotCount where slots[index].state.load(ordering: .acquiring) == StreamSlot.playing
    {
      guard !slots[index].isBroken.load(ordering: .relaxed) else { continue }
      let (needed, filled) = (
        slots[index].needed.load(ordering: .acquiring), slots[index].filled.load(ordering: .relaxed)
      )
      let end = sounds[slots[index].sound.load(ordering: .relaxed)].frameCount + SincWeights.reach
      let room = min(needed + StreamWindow.frameCount - StreamWindow.repeated, end) - filled
      guard room >= min(Self.fewest, end - filled), room > 0, filled - needed < least else { continue }
      least = filled - needed
      best = (index, min(room, Self.framesAtOnce))
    }
    return best
  }

  private func fill(_ index: Int, _ count: Int) {
    let sound = sounds[slots[index].sound.load(ordering: .relaxed)]
    let first = slots[index].filled.load(ordering: .relaxed)
    let wanted = max(0, min(count, sound.frameCount - first))
    if readers[index] == nil { readers[index] = sound.open() }
    let got =
      wanted == 0 ? 0 : readers[index]?.readFrames(from: first, count: wanted, into: buffer.start) ?? 0
    guard got == wanted else { return slots[index].isBroken.store(true, ordering: .releasing) }
    let window = StreamWindow(memory.start + index * StreamWindow.sampleCount)
    for frame in 0..<wanted { window.put(sample(frame, isStereo: sound.isStereo), at: first + frame) }
    // After its end it is mirrored, for the samples around the last frames.
    for frame in max(first, sound.frameCount)..<max(first + count, sound.frameCount) {
      window.put(window.frame(max(2 * sound.frameCount - 2 - frame, 0)), at: frame)
    }
    slots[index].filled.store(first + count, ordering: .releasing)
  }

  private func sample(_ frame: Int, isStereo: Bool) -> (Float, Float) {
    let left = isStereo ? buffer[2 * frame] : buffer[frame]
    let right = isStereo ? buffer[2 * frame + 1] : left
    return (Self.limited(left), Self.limited(right))
  }

  private static func limited(_ sample: Float) -> Float { sample.isFinite ? min(max(sample, -16), 16) : 0 }
}

/// The streams of an instrument with the thread that reads them.
final class StreamThread: Sendable {
  private let streams: SampleStreams
  private let thread: WorkerThread

  init(_ sounds: [StreamedSample]) throws(SpinetError) {
    let streams = try SampleStreams(sounds)
    self.streams = streams
    thread = try WorkerThread(name: "sample streams") { streams.run() }
  }

  deinit { streams.end() }

  /// Must not outlive this object.
  func access(isOffline: Bool) -> StreamAccess { streams.access(isOffline: isOffline) }
}
