import Engine
import Foundation
import Logging
import Realtime
import Synchronization
import Testing

@testable import Devices
@testable import Session

/// A card that takes no sound: it grants its rate, and starts or fails to.
private final class DeafOutput: AudioOutput {
  struct Failure: Error {}
  let format: OutputFormat
  private let starts: Bool
  private let hasStarted = Atomic<Bool>(false)

  init(_ request: OutputRequest, framesPerSecond: Int, starts: Bool) {
    format = OutputFormat(
      pcm: request.pcm, framesPerSecond: framesPerSecond, periodFrames: 128, bufferFrames: 384, channels: 2,
      sampleFormat: .float32, access: .none)
    self.starts = starts
  }

  func start(_ engine: any SoundEngine, link: EngineLink, recorder: FrameRecorder?, input: Capture?) throws {
    guard starts else { throw Failure() }
    let timeline = Timeline(framesPerSecond: Double(format.framesPerSecond))
    let silence = SampleBuffer(capacity: 128)
    recorder?.take(silence.block(frameCount: 128, firstFrame: 0, timeline: timeline))
    hasStarted.store(true, ordering: .relaxed)
  }

  func stop() { hasStarted.store(false, ordering: .relaxed) }
  func wake() {}

  var status: OutputStatus {
    let board = OutputBoard()
    board.hasPlayed.store(true, ordering: .relaxed)
    return board.status(pcm: format.pcm)
  }
}

@Suite struct SoundTests {
  private let folder = TemporaryFolder()

  private func sound(_ rig: Rig, record: String? = nil, _ open: @escaping (OutputRequest) -> any AudioOutput)
    -> Sound
  {
    var options = PlayOptions()
    options.recordFile = record
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    return Sound(options: options, instrument: rig.bridge.instrument, logger: logger, open: open)
  }

  @Test func `An output that fails to start leaves no commands waiting`() throws {
    let rig = try Rig(isStarted: false)
    let sound = sound(rig) { DeafOutput($0, framesPerSecond: 48_000, starts: false) }
    #expect(throws: DeafOutput.Failure.self) { try sound.start(rig.bridge) }
    #expect(!sound.isRunning)
    for _ in 0..<3000 {
      rig.noteOn(60)
      rig.noteOff(60)
    }
    #expect(rig.bridge.delayedCommands == 0)
  }

  @Test func `A card that comes back at another rate is recorded in a file of its own`() throws {
    let rig = try Rig(isStarted: false)
    var rates = [48_000, 48_000, 44_100, 48_000]
    let sound = sound(rig, record: folder.path + "/take.wav") {
      DeafOutput($0, framesPerSecond: rates.removeFirst(), starts: true)
    }
    for _ in 0..<4 {
      try sound.start(rig.bridge)
      sound.stop(rig.bridge)
    }
    try sound.finish(rig.bridge)
    let found = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(found == ["take-2.wav", "take-3.wav", "take.wav"])
    let kept = try ["take", "take-2", "take-3"].map {
      try SoundFileReader(path: "\(folder.path)/\($0).wav").framesPerSecond
    }
    #expect(kept == [48_000, 44_100, 48_000])
  }

  @Test func `A recording that is lost is a failure`() throws {
    let rig = try Rig(isStarted: false)
    let place = folder.path + "/place"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    let sound = sound(rig, record: place + "/take.wav") {
      DeafOutput($0, framesPerSecond: 48_000, starts: true)
    }
    try sound.start(rig.bridge)
    try FileManager.default.removeItem(atPath: place)
    #expect(throws: SoundFileError.self) { try sound.finish(rig.bridge) }
  }
}
