import Foundation
import Glibc
import Logging
import Scratch
import SpinetEngine
import SpinetKeyboard
import SpinetLibrary
import SpinetRealtime
import SpinetWidgets
import Synchronization
import SystemPackage
import Testing

@testable import SpinetDevices
@testable import SpinetSession

/// A card that takes no sound: it grants its rate, and starts or fails to.
final class DeafOutput: AudioOutput {
  static let failure = SpinetError(
    .deviceFailed, what: "card", why: "it does not start", remedy: "try another")
  let format: OutputFormat
  private let starts: Bool
  private let hasStarted = Atomic<Bool>(false)

  init(_ request: OutputRequest, framesPerSecond: Int = 48_000, starts: Bool = true) {
    format = OutputFormat(
      pcm: request.pcm, framesPerSecond: framesPerSecond, periodFrames: 128, bufferFrames: 384, channels: 2,
      sampleFormat: .float32, access: .none)
    self.starts = starts
  }

  func start(_ engine: any SoundEngine, link: EngineLink, recorder: FrameRecorder?, input: Capture?)
    throws(SpinetError)
  {
    guard starts else { throw Self.failure }
    let timeline = Timeline(framesPerSecond: Double(format.framesPerSecond))
    let silence = SampleBuffer(capacity: 128)
    recorder?.take(silence.block(frameCount: 128, firstFrame: 0, timeline: timeline))
    hasStarted.store(true, ordering: .relaxed)
  }

  func record(to recorder: FrameRecorder?) {}
  func stop() { hasStarted.store(false, ordering: .relaxed) }
  func wake() {}

  var status: OutputStatus {
    let state = OutputSharedState()
    state.hasPlayed.store(true, ordering: .relaxed)
    return state.status(pcm: format.pcm)
  }
}

@Suite struct SoundTests {
  private let folder = TemporaryFolder()

  private func sound(
    _ rig: Rig, record: FilePath? = nil, _ open: @escaping (OutputRequest) -> any AudioOutput
  )
    -> SoundOutput
  {
    var options = PlayOptions()
    options.recordFile = record
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    return SoundOutput(for: rig.performer, options: options, logger: logger, in: .opening(open))
  }

  @Test func `An output that fails to start leaves no commands waiting`() throws {
    let rig = try Rig(isStarted: false)
    let host = sound(rig) { DeafOutput($0, framesPerSecond: 48_000, starts: false) }
    #expect(throws: DeafOutput.failure) { try host.start() }
    #expect(!host.isRunning)
    for _ in 0..<3000 {
      rig.noteOn(60)
      rig.noteOff(60)
    }
    #expect(rig.performer.delayedCommands == 0)
  }

  @Test func `A card that comes back at another rate is recorded in a file of its own`() throws {
    let rig = try Rig(isStarted: false)
    var rates = [48_000, 48_000, 44_100, 48_000]
    let host = sound(rig, record: FilePath(folder.path + "/take.wav")) {
      DeafOutput($0, framesPerSecond: rates.removeFirst(), starts: true)
    }
    for _ in 0..<4 {
      try host.start()
      host.stop()
    }
    try host.finish()
    let found = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(found == ["take-2.wav", "take-3.wav", "take.wav"])
    let kept = try ["take", "take-2", "take-3"].map {
      try SoundFileReader(path: FilePath("\(folder.path)/\($0).wav")).framesPerSecond
    }
    #expect(kept == [48_000, 44_100, 48_000])
  }

  @Test func `An input that is lost, comes back at another rate and is right again is told, each once`() {
    let refusal = SpinetError(
      .deviceFailed, what: "hw:1", why: "it gives 44100 Hz, not 48000", remedy: "choose plug:hw:1")
    let states: [Capture.State] = [
      .running, .lost(reason: "No such device"), .lost(reason: "No such device"), .refused(refusal),
      .refused(refusal), .running, .running,
    ]
    var report = InputReport()
    #expect(
      states.compactMap { report.news(of: "hw:1", $0) }.map { "\($0.level) \($0.text)" } == [
        "warning hw:1: No such device; plug it in again, or restart its sound server; Spinet keeps looking for it",
        "warning \(refusal)", "info hw:1 is back",
      ])
  }

  @Test func `The card is started again for a sound with more inputs, and only then`() throws {
    let rig = try Rig(isStarted: false)
    var options = PlayOptions()
    options.inputPCM = "none"
    var openings = 0
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let cards = Surroundings.opening {
      openings += 1
      return DeafOutput($0)
    }
    let host = SoundOutput(for: rig.performer, options: options, logger: logger, in: cards)
    try host.start()
    for (inputs, expected) in [(2, 2), (1, 2), (4, 3), (4, 3), (3, 3)] {
      rig.performer.instrument = LoadedInstrument(name: "inputs", engine: Listener(inputCount: inputs))
      host.restartIfNeeded()
      #expect(openings == expected, "\(inputs) inputs")
    }
    host.stop()
  }

  @Test func `A recording that is lost is a failure`() throws {
    let rig = try Rig(isStarted: false)
    let place = folder.path + "/place"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    let host = sound(rig, record: FilePath(place + "/take.wav")) {
      DeafOutput($0, framesPerSecond: 48_000, starts: true)
    }
    try host.start()
    try FileManager.default.removeItem(atPath: place)
    #expect(throws: SpinetError.self) { try host.finish() }
  }

  @Test(.timeLimit(.minutes(1)))
  func `An engine whose first block never ends does not keep the session from ending, and is told`() throws {
    let engine = EndlessEngine()
    defer { engine.isReleased.store(true, ordering: .relaxed) }
    let instrument = LoadedInstrument(name: "test", engine: engine)
    let performer = Performer(instrument: instrument, mappings: ActiveMappings(), keyboard: .midi)
    let lines = Mutex<[String]>([])
    let logger = Logger(label: "test") { _ in ListingLog { line in lines.withLock { $0.append(line) } } }
    var options = PlayOptions()
    options.pcm = "none"
    let host = SoundOutput(for: performer, options: options, logger: logger)
    try host.start()
    // An output that is stopped before its first block never asks the engine for one.
    #expect(eventually { engine.hasBegun.load(ordering: .relaxed) })
    let start = HostTime.now
    try host.finish()
    #expect(HostTime.now.nanoseconds(since: start) < 2_000_000_000)
    #expect(!host.isRunning)
    #expect(lines.withLock { $0.filter { $0.contains("one block has taken") } }.count == 1)
  }
}

/// An engine that is at its first block until it is let go.
private final class EndlessEngine: SoundEngine {
  let name = "Endless"
  let widgets: [Widget] = []
  let voiceCapacity = 1
  let hasBegun = Atomic<Bool>(false)
  let isReleased = Atomic<Bool>(false)

  func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) {}

  // Asleep, because a realtime thread that spins would keep other tests from their processor.
  func render(_ block: AudioBlock) {
    hasBegun.store(true, ordering: .relaxed)
    _ = eventually(within: 60) { isReleased.load(ordering: .relaxed) }
  }
}

extension Surroundings {
  /// With these sound cards.
  static func opening(_ open: @escaping (OutputRequest) -> any AudioOutput) -> Surroundings {
    var surroundings = Surroundings()
    surroundings.open = open
    return surroundings
  }
}

struct ListingLog: LogHandler {
  let append: @Sendable (String) -> Void
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.info

  init(_ append: @escaping @Sendable (String) -> Void) { self.append = append }

  subscript(metadataKey key: String) -> Logger.MetadataValue? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) { append("\(event.message)") }
}

/// An engine that hears so many inputs.
private final class Listener: SoundEngine {
  let name = "Listener"
  let widgets = [Widget("level")]
  let voiceCapacity = 1
  let inputCount: Int

  init(inputCount: Int) { self.inputCount = inputCount }
  func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) {}
  func render(_ block: AudioBlock) {}
}
