import Glibc
import SpinetDevices
import SpinetEngine
import SpinetRealtime
import SpinetWidgets
import Synchronization
import Testing

@testable import SpinetSession

/// An engine that plays how many commands it has taken, and can be told to misbehave.
final class CountingEngine: SoundEngine, @unchecked Sendable {
  // Sendable because a test calls it from one thread at a time.
  let name = "Counting"
  let widgets: [Widget] = []
  let voiceCapacity = 1
  let failure: SpinetError?
  private(set) var format: (rate: Double, block: Int)?
  private var end: AudioEnd?
  private var count: Float = 0

  init(failure: SpinetError? = nil) { self.failure = failure }

  func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) throws(SpinetError) {
    if let failure { throw failure }
    format = (framesPerSecond, largestBlock)
    end = nil
    end = link.claimAudioEnd()
  }

  func render(_ block: AudioBlock) {
    while end?.popCommand() != nil { count += 1 }
    block.left.fill(count)
    block.right.fill(count)
  }
}

struct EngineRunTests {
  private let output = DrivenOutput(framesPerSecond: 44_100, periodFrames: 32)

  @Test func `It is prepared for the output, attached once, and plays what was sent before the start`() throws
  {
    let engine = CountingEngine()
    let run = try EngineRun(of: engine, named: "test", on: output)
    #expect(engine.format?.rate == 44_100 && engine.format?.block == 32)
    var sent = 0
    if var ends = run.attach() {
      while sent < 3, ends.commands.send(EngineCommand(time: .now, .silence)) { sent += 1 }
    }
    let isAttachedAgain = if run.attach() != nil { true } else { false }
    #expect(sent == 3 && !isAttachedAgain)
    #expect(output.play(until: 32).left[0] == 0)
    try run.start()
    #expect(output.play(until: 64).left[31] == 3)
    #expect(run.end())
    #expect(output.play(until: 96).left[0] == 0 && run.status.state == .stopped)
  }

  @Test func `An engine that cannot be prepared is told, and plays nothing`() {
    let failure = SpinetError(.fileInvalid, what: "test", why: "it is wrong", remedy: "fix it")
    #expect(throws: failure) {
      _ = try EngineRun(of: CountingEngine(failure: failure), named: "", on: output)
    }
    #expect(output.status.state == .stopped)
  }

  @Test func `Each problem of the sound is told once, by the name of what plays`() throws {
    let run = try EngineRun(of: CountingEngine(), named: "one", on: output)
    var lines: [String] = []
    run.meters.recordOverflow()
    run.check("two") { lines.append($0) }
    run.check("two") { lines.append($0) }
    #expect(lines.count == 1 && lines[0].hasPrefix("two: some samples are not a number"))
  }

  @Test(.timeLimit(.minutes(1))) func `A block that never ends is left to its thread`() throws {
    let stuck = StuckOutput()
    defer { stuck.isReleased.store(true, ordering: .relaxed) }
    let run = try EngineRun(of: CountingEngine(), named: "test", on: stuck)
    try run.start()
    run.meters.recordBlockStart(at: HostTime(nanoseconds: HostTime.now.nanoseconds - 2_000_000_000))
    #expect(run.isStuck && !run.end())
  }

  /// An output whose thread does not end before it is let go.
  private final class StuckOutput: AudioOutput {
    let isReleased = Atomic<Bool>(false)
    let format = DrivenOutput(framesPerSecond: 48_000, periodFrames: 64).format
    var status: OutputStatus { DrivenOutput(framesPerSecond: 48_000, periodFrames: 64).status }
    func start(_ engine: any SoundEngine, link: EngineLink, recorder: FrameRecorder?, input: Capture?) {}
    func record(to recorder: FrameRecorder?) {}
    func stop() {
      for _ in 0..<10_000 where !isReleased.load(ordering: .relaxed) { usleep(1000) }
    }
    func wake() {}
  }
}
