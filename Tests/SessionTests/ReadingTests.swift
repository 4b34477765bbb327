import SpinetEngine
import SpinetLibrary
import SpinetMIDI
import SpinetMapping
import SpinetRealtime
import SpinetWidgets
import Testing

@testable import SpinetSession

/// What motion sensors and faces move.
@Suite struct ReadingTests {
  private final class TiltedEngine: SoundEngine {
    let name = "Tilted"
    let widgets = [
      Widget("accelerometerX", range: -2...2, default: 0), Widget("res", range: 0.1...4, default: 2),
    ]
    let voiceCapacity = 0
    func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) {}
    func render(_ block: AudioBlock) {}
  }

  @Test func `A reading moves what is mapped to it, as playing and not as a setting`() throws {
    let rig = try Rig(map: "motion accelerometer.x: filter.cutoff")
    var moved: [String] = []
    rig.performer.take(.accelerometerX, 1, at: .now) {
      if case .moved(let widget) = $0 { moved.append(widget.name) }
    }
    #expect(moved == ["filter.cutoff"] && rig.widgets["filter.cutoff"]?.value == 127)
    #expect(rig.performer.played.contains("filter.cutoff", of: rig.widgets))
  }

  @Test func `Panic can be shaken`() throws {
    let rig = try Rig(map: "motion accelerometer.y: {widget: panic, mode: trigger}")
    rig.noteOn(60)
    _ = rig.commands()
    rig.performer.take(.accelerometerY, 1, at: .now) { _ in }
    #expect(rig.commands().contains { if case .silence = $0 { true } else { false } })
  }

  @Test func `A program's own channel and curve move, in their units`() throws {
    let engine = TiltedEngine()
    let curve = try #require(MotionCurve(metadata: "0 0 -10 0 10", key: "acc"))
    let sound = LoadedSound(
      name: "tilted", engine: engine, motions: [MotionInput(engine.widgets[1], by: curve)])
    let performer = Performer(
      instrument: try LoadedInstrument(LoadedStage(sound)), mappings: ActiveMappings(), keyboard: nil)
    performer.take(.accelerometerX, 0.5, at: .now) { _ in }
    // Half a g is 4.9 m/s²: nearly half of the way from 2 to 4.
    #expect(engine.widgets[0].value == 0.5)
    #expect(abs(engine.widgets[1].value - (2 + 2 * 0.490_332_5)) < 1e-9)
    performer.take(.accelerometerY, 1, at: .now) { _ in }
    #expect(engine.widgets[0].value == 0.5)
    #expect(performer.played.contains("res", of: performer.instrument.widgets))
  }

  private final class NineChannels: SoundEngine {
    static let channels = [
      "accelerometerX", "accelerometerY", "accelerometerZ", "gyroX", "gyroY", "gyroZ", "attitudeRoll",
      "attitudePitch", "attitudeYaw",
    ]
    let name = "Nine"
    let widgets = channels.map { Widget($0, range: -8...8, default: 0) }
    let voiceCapacity = 0
    func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) {}
    func render(_ block: AudioBlock) {}
  }

  @Test(arguments: zip(SensorReading.motion, NineChannels.channels))
  func `Each reading moves the channel that the seed names, and no other`(
    reading: SensorReading, channel: String
  )
    throws
  {
    let engine = NineChannels()
    let sound = LoadedSound(name: "nine", engine: engine)
    let performer = Performer(
      instrument: try LoadedInstrument(LoadedStage(sound)), mappings: ActiveMappings(), keyboard: nil)
    performer.take(reading, 0.75, at: .now) { _ in }
    #expect(engine.widgets.filter { $0.value != 0 }.map(\.name) == [channel])
    #expect(WidgetSet(engine.widgets)[channel]?.value == 0.75)
  }

  @Test func `A gyroscope moves a Faust program in radians a second`() throws {
    let engine = TiltedEngine()
    let curve = try #require(MotionCurve(metadata: "2 0 -10 0 10", key: "gyr"))
    let sound = LoadedSound(
      name: "turned", engine: engine, motions: [MotionInput(engine.widgets[1], by: curve)])
    let performer = Performer(
      instrument: try LoadedInstrument(LoadedStage(sound)), mappings: ActiveMappings(), keyboard: nil)
    performer.take(.accelerometerZ, 1, at: .now) { _ in }
    performer.take(.gyroscopeX, 5, at: .now) { _ in }
    #expect(engine.widgets[1].value == 2)
    performer.take(.gyroscopeZ, 5, at: .now) { _ in }
    // Half of the way from the middle to the end, in radians a second.
    #expect(engine.widgets[1].value == 3)
  }

  @Test func `What a program sends goes out when it has changed`() throws {
    let engine = TiltedEngine()
    let control = Control(.cc(7), channel: Channel(status: 0))
    let sound = LoadedSound(
      name: "shown", engine: engine, sent: [SentValue(engine.widgets[1], by: control)])
    let sent = Sent()
    let performer = Performer(
      instrument: try LoadedInstrument(LoadedStage(sound)), mappings: ActiveMappings(), keyboard: nil
    ) {
      sent.messages.append($0)
    }
    #expect(performer.sendsOut)
    performer.sendValues()
    performer.sendValues()
    #expect(sent.messages.count == 1)
    engine.widgets[1].set(position: 1)
    performer.sendValues()
    #expect(sent.messages.last == .controlChange(Channel(status: 0), controller: 7, value: 127))
  }
}
