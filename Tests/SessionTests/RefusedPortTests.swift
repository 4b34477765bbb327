import Glibc
import Logging
import SpinetDevices
import SpinetEngine
import SpinetLibrary
import SpinetMIDI
import SpinetRealtime
import SpinetWidgets
import Synchronization
import Testing

@testable import SpinetSession

/// A source whose only port refuses.
private final class RefusingSource: MIDISource {
  private let error: SpinetError
  private var isTold = false

  init(_ error: SpinetError) { self.error = error }

  let descriptor: Int32? = nil
  let announcement = ""
  let connectedPorts: [MIDIPort] = []
  let hasOutput = false
  func ports() -> [MIDIPort] { [] }
  func send(_ message: MIDIMessage, to port: PortID?) {}
  func read(_ handle: (MIDISourceEvent) -> Void) {
    if !isTold { handle(.refused(error)) }
    isTold = true
  }
}

private final class Silence: SoundEngine {
  let name = "Silence"
  let widgets = [Widget("level")]
  let voiceCapacity = 1
  func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) {}
  func render(_ block: AudioBlock) {}
}

@Test func `A port that refuses to be connected is told to the person who plays`() throws {
  let lines = Mutex<[String]>([])
  var logger = Logger(label: "test") { _ in ListingLog { line in lines.withLock { $0.append(line) } } }
  logger.logLevel = .warning
  var options = PlayOptions()
  (options.pcm, options.state) = ("none", .none)
  options.tag = "refused \(getpid())"
  options.durationSeconds = 0.1
  let error = SpinetError(.deviceFailed, what: "MIDI port \"Keys\"", why: "connect: busy", remedy: "close it")
  let instrument = LoadedInstrument(name: "Silence", engine: Silence())
  var surroundings = Surroundings()
  surroundings.source = RefusingSource(error)
  let session = try LiveSession(instrument, readAt: .now, options, logger, in: surroundings)
  _ = try session.run { _ in }
  #expect(lines.withLock(\.self) == ["\(error)"])
}
