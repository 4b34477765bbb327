import SpinetEngine
import SpinetKeyboard
import SpinetLibrary
import SpinetMIDI
import SpinetRealtime
import SpinetWidgets
import Testing

@testable import SpinetSession

/// An engine with a tempo and no sound.
private final class MuteEngine: SoundEngine {
  let name = "Mute"
  let widgets = [Widget("clock.tempo", range: 20...300, default: 120)]
  let voiceCapacity = 8
  func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) {}
  func render(_ block: AudioBlock) {}
}

struct ClockAndTuningTests {
  private let performer = Performer(
    instrument: LoadedInstrument(name: "test", engine: MuteEngine()), mappings: ActiveMappings(),
    keyboard: .midi)
  private let port = PortID(rawValue: 1)

  private func tick(_ ticks: Range<Int>, tempo: Double, _ observe: (Performer.Outcome) -> Void = { _ in }) {
    for tick in ticks {
      let time = HostTime(seconds: 1 + Double(tick) * 60 / tempo / 24)
      performer.take(.timingClock, from: port, at: time, observe)
    }
  }

  @Test func `A clock moves the widget of that name, with the engine stopped too`() {
    tick(0..<48, tempo: 133)
    #expect(abs((performer.instrument.widgets["clock.tempo"]?.value ?? 0) - 133) < 0.1)
  }

  @Test func `A steady clock is told once`() {
    var outcomes = 0
    tick(0..<480, tempo: 97) { _ in outcomes += 1 }
    #expect(outcomes == 1)
  }

  @Test func `A tuning reaches the engine among the notes`() {
    let ends = ControlEnds()
    let link = ends.link
    performer.attach(ends, at: .now)
    performer.take(.noteOn(Channel(status: 0), key: 60, velocity: 100), from: port, at: .now) { _ in }
    var end = link.claimAudioEnd()
    while end.popCommand() != nil {}
    var outcomes: [String] = []
    for payload in [[0x7F, 0x7F, 8, 2, 0, 1, 60, 69, 0, 0], [0x41, 1, 2]] as [[UInt8]] {
      performer.take(exclusive: payload, from: port, at: .now) { outcomes.append("\($0)") }
    }
    #expect(outcomes == ["tuned", "unmapped"])
    guard case .voice(.set(let voice, .freq, let hertz)) = end.popCommand()?.action else {
      Issue.record("no frequency was sent")
      return
    }
    #expect(voice.index == 0 && hertz == 440)
    let further = end.popCommand()
    #expect(further == nil)
  }
}
