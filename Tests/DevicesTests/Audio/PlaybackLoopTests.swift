import CMallocProbe
import Glibc
import SpinetEngine
import SpinetRealtime
import Synchronization
import SystemPackage
import Testing

@testable import SpinetDevices

struct Fault: CustomTestStringConvertible, Sendable {
  var testDescription: String
  var script: [ScriptedPort.Call: [Int?]]
  var underruns = 0
  var suspensions = 0
  var shortWrites = 0
}

private let faults = [
  Fault(testDescription: "nothing", script: [:]),
  Fault(testDescription: "underrun seen while waiting", script: [.wait: [nil, Int(-EPIPE)]], underruns: 1),
  Fault(testDescription: "underrun seen while looking", script: [.room: [nil, Int(-EPIPE)]], underruns: 1),
  Fault(testDescription: "two underruns", script: [.room: [Int(-EPIPE), nil, Int(-EPIPE)]], underruns: 2),
  Fault(testDescription: "not now", script: [.write: [Int(-EAGAIN), nil, Int(-EINTR), Int(-EAGAIN)]]),
  Fault(testDescription: "suspended", script: [.room: [nil, Int(-ESTRPIPE)]], suspensions: 1),
  Fault(
    testDescription: "suspended for a while",
    script: [.room: [Int(-ESTRPIPE)], .resume: [Int(-EAGAIN), Int(-EAGAIN)]],
    suspensions: 1),
  Fault(
    testDescription: "suspended, cannot resume", script: [.wait: [Int(-ESTRPIPE)], .resume: [Int(-ENOSYS)]],
    suspensions: 1),
]

@Test(arguments: faults)
func `What a device can do costs no frame and is counted`(fault: Fault) throws {
  let stage = try PlaybackStage(script: fault.script)
  stage.turn(100)
  let status = stage.status
  #expect(status.state == .playing)
  #expect(status.hasPlayed)
  #expect(status.underruns == fault.underruns)
  #expect(status.suspensions == fault.suspensions)
  #expect(status.losses == 0)
  #expect(stage.ramp.count > 1000)
  #expect(stage.isWhole)
}

@Test func `The rest of a short write is written later and the write counted`() throws {
  let stage = try PlaybackStage()
  stage.port.script = [.write: [5, 60, 1]]
  stage.turn(60)
  #expect(stage.status.shortWrites == 3)
  #expect(stage.isWhole)
}

@Test(arguments: [ENODEV, EIO, ENOTTY, ETIMEDOUT])
func `A device that leaves is closed, and the commands go on being taken`(code: Int32) throws {
  let stage = try PlaybackStage(script: [
    .wait: [nil, nil, Int(-code)], .open: Array(repeating: -1, count: 1000),
  ])
  stage.play(seconds: 0.1)
  #expect(stage.status.state == .lost(reason: String(cString: strerror(code))))
  #expect(!stage.port.isOpen)
  #expect(stage.sendSilence(at: stage.port.now))
  let blocks = stage.engine.blocks
  stage.play(seconds: 1)
  #expect(stage.link.waitingCommands == 0)
  #expect(abs(stage.engine.blocks - blocks - 375) < 10)
}

@Test func `A device that is back is opened within half a second`() throws {
  let stage = try PlaybackStage(script: [.wait: [nil, Int(-ENODEV)], .open: [-1, -1, nil]])
  stage.play(seconds: 0.6)
  #expect(stage.port.opened == ["hw:0", "hw:0"])
  #expect(stage.status.state == .lost(reason: String(cString: strerror(ENODEV))))
  stage.play(seconds: 0.4)
  #expect(stage.status.state == .playing)
  #expect(stage.status.reopenings == 1)
  #expect(stage.status.pcm == "hw:0")
}

@Test func `The engine is told while nobody hears it`() throws {
  let stage = try PlaybackStage(script: [.wait: [nil, Int(-ENODEV)], .open: [-1, -1, nil]])
  stage.play(seconds: 0.6)
  let unheard = stage.engine.unheardBlocks
  #expect(unheard > 200)
  #expect(stage.engine.blocks - unheard < 10)
  stage.turn(until: .playing)
  let blocks = stage.engine.blocks - stage.engine.unheardBlocks
  stage.play(seconds: 0.4)
  #expect(stage.engine.blocks - stage.engine.unheardBlocks - blocks > 100)
}

@Test func `After two seconds the default will do`() throws {
  let stage = try PlaybackStage()
  var answers: [Int?] = Array(repeating: -1, count: 8)
  answers.append(nil)
  stage.port.script = [.wait: [Int(-ENODEV)], .open: answers]
  stage.play(seconds: 2.5)
  #expect(stage.status.state == .playing)
  #expect(stage.status.pcm == "default")
  #expect(stage.port.opened.last == "default")
}

@Test func `Without a stand-in the default never plays, and the device is taken back`() throws {
  let stage = try PlaybackStage(hasStandIn: false)
  stage.port.script = [.wait: [Int(-ENODEV)], .open: Array(repeating: -1, count: 39)]
  stage.play(seconds: 9)
  #expect(stage.status.state == .lost(reason: String(cString: strerror(ENODEV))))
  stage.play(seconds: 1.5)
  #expect(stage.status.state == .playing && stage.status.pcm == "hw:0")
  #expect(Set(stage.port.opened) == ["hw:0"])
}

@Test(arguments: [ScriptedPort.Call.prepare, .write, .start])
func `A device that opens but does not start is not back`(_ call: ScriptedPort.Call) throws {
  let stage = try PlaybackStage()
  stage.port.script = [.wait: [Int(-ENODEV)], call: Array(repeating: Int(-EIO), count: 8)]
  stage.play(seconds: 1.9)
  #expect(stage.status.state == .lost(reason: String(cString: strerror(ENODEV))))
  #expect(!stage.port.isOpen)
  stage.play(seconds: 0.6)
  #expect(stage.status.state == .playing)
  #expect(stage.status.pcm == "default")
  #expect(stage.status.losses == 1 && stage.status.reopenings == 1)
}

@Test func `A device that comes back with another rate takes a new engine`() throws {
  let stage = try PlaybackStage(script: [.wait: [Int(-ENODEV)]])
  stage.port.formatWhenReopened.framesPerSecond = 44_100
  stage.play(seconds: 2)
  #expect(stage.status.needsRestart)
  #expect(stage.port.opened.count == 1)
  #expect(!stage.port.isOpen)
  #expect(stage.engine.blocks > 600)
}

@Test func `An event's place is its stamp plus a constant, whenever it comes`() throws {
  let stage = try PlaybackStage()
  var random = SystemRandomNumberGenerator()
  var stamps: [HostTime] = []
  stage.play(seconds: 0.5)
  for _ in 0..<200 {
    stage.play(seconds: Double.random(in: 0...0.01, using: &random))
    let stamp = stage.port.now.advanced(bySeconds: -Double.random(in: 0...0.002, using: &random))
    guard stamps.last.map({ $0 < stamp }) ?? true else { continue }
    stamps.append(stamp)
    #expect(stage.sendSilence(at: stamp))
  }
  stage.play(seconds: 0.1)
  #expect(stage.engine.commands == stamps.count)
  #expect(stage.link.meters.lateCommands == 0)
  let delays = stamps.indices.map { index in
    Double(stage.engine.places[index]) - stamps[index].seconds * 48_000
  }
  #expect((delays.max() ?? 0) - (delays.min() ?? 0) < 1.2)
}

@Test func `A playing loop never asks for memory`() throws {
  let ends = ControlEnds()
  let engine = CountingEngine(link: ends.link)
  let port = NullPort(OutputRequest(pcm: "none", framesPerSecond: 480_000, periodFrames: 64))
  let loop = try PlaybackLoop(device: port, engine: engine, link: ends.link)
  loop.begin(isWaking: true)
  for _ in 0..<1_000 where engine.blocks < 10 { loop.turn() }
  let before = malloc_probe_count()
  for _ in 0..<10_000 where engine.blocks < 110 { loop.turn() }
  #expect(malloc_probe_count() == before && engine.blocks == 110)
}

/// Keeps what is written to it.
private final class KeptFile: RecordingFile {
  let path: FilePath = "kept.wav"
  let samples = Mutex<[Float]>([])

  func write(_ sound: StereoSamples) {
    let new = Array(sound.left)
    samples.withLock { $0 += new }
  }

  func finish() {}
}

@Test func `A recorder gets all frames from when it comes until it goes, and nothing is allocated`() throws {
  let stage = try PlaybackStage()
  let files = (0..<2).map { _ in KeptFile() }
  let recorders = try files.map { file in
    try FrameRecorder(framesPerSecond: 48_000) { () throws(SpinetError) in file }
  }
  stage.turn(20)
  for recorder in recorders {
    stage.loop.recorder.replace(with: recorder)
    stage.turn(20)
  }
  stage.loop.recorder.replace(with: nil)
  stage.turn(20)
  for recorder in recorders { try recorder.finish() }
  let kept = files.map { $0.samples.withLock { $0 } }
  #expect(kept.allSatisfy { $0.count > 1_000 })
  // The engine counts its frames.
  #expect(kept[1].first == (kept[0].last ?? 0) + 1)
  for samples in kept { #expect(zip(samples, samples.dropFirst()).allSatisfy { $1 == $0 + 1 }) }
  #expect(recorders.map(\.writtenFrames) == kept.map(\.count))
  let before = malloc_probe_count()
  stage.turn(20)
  #expect(malloc_probe_count() == before)
}

@Test func `What is recorded does not rest, and a recording wakes a device that rests`() throws {
  let stage = try PlaybackStage()
  stage.engine.isSilent = true
  stage.turn(until: .paused)
  let file = KeptFile()
  let recorder = try FrameRecorder(framesPerSecond: 48_000) { () throws(SpinetError) in file }
  stage.loop.recorder.replace(with: recorder)
  stage.loop.waker.wake()
  stage.play(seconds: 4)
  #expect(stage.status.state == .playing)
  stage.loop.recorder.replace(with: nil)
  try recorder.finish()
  #expect(recorder.writtenFrames > 150_000)
  stage.turn(until: .paused)
}
