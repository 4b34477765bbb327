import Logging
import SpinetEngine
import SpinetKeyboard
import SpinetLibrary
import SpinetMIDI
import SpinetRealtime
import Testing

@testable import SpinetDevices
@testable import SpinetSession

/// What the parts of a mixer report arrives, however often the output was started before.
@Suite final class ReportTests {
  private let performer: Performer
  private let buffer = SampleBuffer(capacity: 128)
  private let timeline = Timeline(framesPerSecond: 48_000)
  private var frame: Int64 = 0

  init() throws {
    let instrument = try LoadedInstrument(StageRig.stage([part("a"), part("b")]))
    performer = Performer(instrument: instrument, mappings: ActiveMappings(), keyboard: nil)
  }

  /// A host whose outputs start or fail in this order.
  private func host(starting starts: [Bool]) -> SoundOutput {
    var starts = starts
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let cards = Surroundings.opening { DeafOutput($0, starts: starts.removeFirst()) }
    return SoundOutput(for: performer, options: PlayOptions(), logger: logger, in: cards)
  }

  /// Whether the voices of every part sound, and are free again when they have ended.
  private func playsAndEnds() -> Bool {
    let (channel, now) = (Channel(status: 0), timeline.time(of: frame))
    performer.take(.noteOn(channel, key: 60, velocity: 100), from: .file, at: now) { _ in }
    let sounding = performer.players.allSatisfy { $0.keyboard.soundingVoices == 1 }
    performer.take(.noteOff(channel, key: 60, velocity: 64), from: .file, at: now) { _ in }
    for _ in 0..<1500 {
      performer.instrument.engine.render(buffer.block(frameCount: 128, firstFrame: frame, timeline: timeline))
      frame += 128
      performer.advance(to: timeline.time(of: frame))
    }
    return sounding && performer.players.allSatisfy { $0.keyboard.soundingVoices == 0 }
  }

  @Test func `After an output that did not start`() throws {
    let host = host(starting: [false, true])
    #expect(throws: DeafOutput.failure) { try host.start() }
    try host.start()
    #expect(playsAndEnds())
  }

  @Test func `After streams without a block and with some`() throws {
    let host = host(starting: [true, true, true])
    try host.start()
    host.stop()
    try host.start()
    #expect(playsAndEnds())
    host.stop()
    try host.start()
    #expect(playsAndEnds())
  }

  @Test func `From a part that came while it played, also in the stream after`() throws {
    let host = host(starting: [true, true])
    try host.start()
    let time = timeline.time(of: frame)
    try performer.change(to: StageRig.stage([part("c")]), ChangeRequest(), at: time)
    #expect(playsAndEnds())
    host.stop()
    try host.start()
    #expect(playsAndEnds())
  }
}
