import SpinetEngine
import SpinetRealtime
import SpinetWidgets
import Synchronization
import Testing

@testable import SpinetMixer

/// An engine that shares a counter with others, and notes when two threads use it at a time.
private final class Sharing: SoundEngine, @unchecked Sendable {
  // Sendable because one thread at a time uses the link.
  final class Counter: Sendable {
    let users = Atomic<Int>(0)
    let clashes = Atomic<Int>(0)
    let blocks = Atomic<Int>(0)
  }

  let name = "Sharing"
  let widgets: [Widget] = []
  let voiceCapacity = 1
  private let counter: Counter
  private var link: EngineLink?

  init(_ counter: Counter) { self.counter = counter }

  var sharedMemory: ObjectIdentifier? { ObjectIdentifier(counter) }

  func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) { self.link = link }

  func render(_ block: AudioBlock) {
    if counter.users.wrappingAdd(1, ordering: .sequentiallyConsistent).oldValue > 0 {
      counter.clashes.wrappingAdd(1, ordering: .relaxed)
    }
    block.silence()
    let end = HostTime.now
    while HostTime.now.nanoseconds(since: end) < 20_000 {}
    counter.blocks.wrappingAdd(1, ordering: .relaxed)
    counter.users.wrappingSubtract(1, ordering: .sequentiallyConsistent)
    link?.meters.recordBlock(frames: block.frameCount, voices: 0, peak: 0, isSilent: true)
  }
}

/// An engine that fills the blocks of all that have joined, each with the number of those that had.
private final class Joining: JointEngine, @unchecked Sendable {
  // Sendable because one thread uses it.
  final class Bank: @unchecked Sendable {
    // Sendable because one thread uses it.
    var blocks: [AudioBlock] = []
    var turns: [Int] = []

    func fillAll() {
      guard !blocks.isEmpty else { return }
      for block in blocks { block.left.fill(Float(blocks.count)) }
      turns.append(blocks.count)
      blocks = []
    }
  }

  let name = "Joining"
  let widgets: [Widget] = []
  let voiceCapacity = 1
  private let bank: Bank
  private(set) var mixes: [MixNumber?] = []
  private var link: EngineLink?

  init(_ bank: Bank) { self.bank = bank }

  var sharedMemory: ObjectIdentifier? { ObjectIdentifier(bank) }

  func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) {
    self.link = link
    mixes.append(link.mix)
  }

  func join(_ block: AudioBlock) { bank.blocks.append(block) }

  func render(_ block: AudioBlock) {
    bank.fillAll()
    link?.meters.recordBlock(frames: block.frameCount, voices: 0, peak: 0, isSilent: false)
  }
}

struct SharedPartsTests {
  @Test func `Parts that are rendered together have all joined before the first is rendered`() throws {
    let (mixer, bank) = (Mixer(), Joining.Bank())
    let engines = (0..<3).map { _ in Joining(bank) }
    for engine in engines { _ = try mixer.add(MixerPart(engine)) }
    let ends = ControlEnds()
    try mixer.prepare(framesPerSecond: 48_000, largestBlock: 128, link: ends.link)
    let (buffer, timeline) = (SampleBuffer(capacity: 128), Timeline(framesPerSecond: 48_000))
    mixer.render(buffer.block(frameCount: 128, firstFrame: 0, timeline: timeline))
    #expect(bank.turns == [3] && bank.blocks.isEmpty)
    #expect((0..<128).allSatisfy { buffer.left[$0] == 9 })
    let mixes = Set(engines.flatMap(\.mixes))
    #expect(mixes.count == 1 && mixes != [nil])
  }

  @Test func `Parts that share something are rendered by one thread at a time`() throws {
    let mixer = Mixer()
    mixer.spread = RenderThreads(threads: 3, isUrgent: false, leastSavingNanoseconds: 0)
    let (shared, other) = (Sharing.Counter(), Sharing.Counter())
    for _ in 0..<4 {
      for counter in [shared, other] { _ = try mixer.add(MixerPart(Sharing(counter))) }
    }
    let ends = ControlEnds()
    try mixer.prepare(framesPerSecond: 48_000, largestBlock: 128, link: ends.link)
    let (buffer, timeline) = (SampleBuffer(capacity: 128), Timeline(framesPerSecond: 48_000))
    for index in 0..<100 {
      mixer.render(buffer.block(frameCount: 128, firstFrame: Int64(index * 128), timeline: timeline))
    }
    for counter in [shared, other] {
      #expect(counter.blocks.load(ordering: .relaxed) == 400)
      #expect(counter.clashes.load(ordering: .relaxed) == 0)
    }
  }
}
