import EngineRig
import Listening
import SpinetCsound
import SpinetEngine
import SpinetKeyboard
import SpinetWidgets
import Testing

/// The card goes away and comes back.
struct StandstillTests {
  private static let scale = """
    instr 1
    kframe = timeinsts() * sr
    chnset kframe, "frame"
    asig poscil 0.5, p4
    outs asig, asig
    endin
    """
  private static let score = "i 1 0 1 440\ni 1 1 1 550\ni 1 2 1 660"

  @Test(arguments: [(64, 64), (64, 100), (512, 64), (10, 333)])
  func `A score pauses while its card is away, and goes on where it was`(
    blockFrames: Int, period: Int
  ) throws {
    let whole = try Player(Self.scale, score: Self.score, blockFrames: blockFrames)
    let expected = whole.render(44_100, sizes: [period]).left
    let player = try Player(Self.scale, score: Self.score, blockFrames: blockFrames)
    let before = player.render(100 * period, sizes: [period]).left
    player.isActive = false
    #expect(player.render(200 * period, sizes: [period]).left.peak == 0)
    player.isActive = true
    let after = player.render(10_000, sizes: [period]).left
    #expect(before == Array(expected.prefix(before.count)))
    // What is left of a control block is silent, and the next one comes up from silence.
    let start = 2 * blockFrames
    #expect(
      Array(after.dropFirst(start))
        == Array(expected.dropFirst(before.count + start).prefix(after.count - start)))
    #expect(zip(after, after.dropFirst()).allSatisfy { abs($1 - $0) < 0.2 })
  }

  @Test func `Widgets move during a pause, and are heard when it goes on`() throws {
    let orchestra = "instr 1\nklevel chnget \"level\"\nouts a(klevel), a(klevel)\nendin"
    let player = try Player(orchestra, score: "i 1 0 100")
    try player.required("level").set(0.25)
    #expect(player.render(640).left.last == 0.25)
    player.isActive = false
    _ = player.render(640)
    try player.required("level").set(0.75)
    _ = player.render(640)
    player.isActive = true
    #expect(player.render(640).left.last == 0.75)
  }

  private static let voice = """
    instr voice
    asig poscil p5 * linsegr:k(1, 1, 1, 0.05, 0), p6
    outs asig, asig
    kcount active "voice"
    endin
    """

  /// What keys do before, while and after the card is away, and which voices sound then.
  struct Keys: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var before: [Step] = []
    var meanwhile: [Step]
    var sounding: Set<Double>
    var ended: [EngineReport] = []
    enum Step: Sendable {
      case start(Int, hertz: Double, serial: UInt32)
      case release(Int)
      case steal(Int)
      case silence
    }
  }

  @Test(arguments: [
    Keys(
      testDescription: "held all the time", before: [.start(0, hertz: 440, serial: 1)], meanwhile: [],
      sounding: [440]),
    Keys(
      testDescription: "let go meanwhile", before: [.start(0, hertz: 440, serial: 1)],
      meanwhile: [.release(0)], sounding: [], ended: [.voiceEnded(VoiceNumber(0), serial: 1)]),
    Keys(
      testDescription: "pressed meanwhile and held", meanwhile: [.start(0, hertz: 440, serial: 1)],
      sounding: [440]),
    Keys(
      testDescription: "pressed and let go meanwhile",
      meanwhile: [.start(0, hertz: 440, serial: 1), .release(0)], sounding: [],
      ended: [.voiceEnded(VoiceNumber(0), serial: 1)]),
    Keys(
      testDescription: "stolen meanwhile", before: [.start(0, hertz: 440, serial: 1)],
      meanwhile: [.steal(0), .start(0, hertz: 880, serial: 2)], sounding: [880],
      ended: [.voiceEnded(VoiceNumber(0), serial: 1)]),
    Keys(
      testDescription: "stolen twice meanwhile", before: [.start(0, hertz: 440, serial: 1)],
      meanwhile: [
        .steal(0), .start(0, hertz: 880, serial: 2), .steal(0), .start(0, hertz: 660, serial: 3),
      ], sounding: [660],
      ended: [.voiceEnded(VoiceNumber(0), serial: 2), .voiceEnded(VoiceNumber(0), serial: 1)]),
    Keys(
      testDescription: "panic meanwhile", before: [.start(0, hertz: 440, serial: 1)],
      meanwhile: [.silence], sounding: [], ended: [.voiceEnded(VoiceNumber(0), serial: 1)]),
  ])
  func `Keys are as the hands are when it goes on`(keys: Keys) throws {
    let player = try Player(Self.voice)
    play(keys.before, on: player)
    _ = player.render(4410)
    player.isActive = false
    _ = player.render(1280)
    play(keys.meanwhile, on: player)
    #expect(player.render(4410).left.peak == 0)
    #expect(player.link.waitingCommands == 0)
    player.isActive = true
    _ = player.render(44_100 / 10)
    let sound = player.render(22_050).left
    #expect((sound.peak > 0) == !keys.sounding.isEmpty)
    for hertz in keys.sounding { #expect(abs(sound.hertz(framesPerSecond: 44_100) - hertz) < 1) }
    #expect(player.reports() == keys.ended)
    #expect(player.link.meters.soundingVoices == keys.sounding.count)
  }

  private func play(_ steps: [Keys.Step], on player: Player) {
    for step in steps {
      switch step {
      case .start(let voice, let hertz, let serial):
        player.start(voice, hertz: hertz, gain: 0.5, serial: serial)
      case .release(let voice): player.release(voice)
      case .steal(let voice): player.send(.voice(.steal(VoiceNumber(voice))))
      case .silence: player.send(.silence)
      }
    }
  }

  private static let midi = """
    massign 0, 1
    instr 1
    icps cpsmidi
    kbend pchbend 0, 2
    kmod ctrl7 1, 1, 0, 127
    asig poscil 0.1 * linsegr:k(1, 1, 1, 0.01, 0), icps * semitone(kbend)
    chnset kmod, "mod"
    outs asig, asig
    endin
    """

  /// As many as would fill every queue.
  private static let bends: [[UInt8]] = (0..<6000).map { [0xE0, UInt8($0 % 128), UInt8($0 % 128)] }
  private static let taps: [[UInt8]] = (0..<3000).flatMap { _ in [[0x90, 60, 9], [0x80, 60, 9]] }
  private static let turns: [[UInt8]] = (0..<6000).map { [0xB0, UInt8($0 % 4), UInt8($0 % 128)] }

  struct Messages: Sendable {
    var before: [[UInt8]] = []
    var meanwhile: [[UInt8]]
    var hertz: Double
  }

  @Test(arguments: [
    Messages(before: [[0x90, 69, 100]], meanwhile: [[0x80, 69, 0]], hertz: 0),
    Messages(before: [[0x90, 69, 100]], meanwhile: [[0x90, 69, 0], [0x90, 81, 100]], hertz: 880),
    Messages(meanwhile: [[0x90, 69, 100], [0x80, 69, 0]], hertz: 0),
    Messages(meanwhile: [[0x90, 69, 100], [0x91, 81, 100], [0x81, 81, 0]], hertz: 440),
    Messages(before: [[0x90, 69, 100]], meanwhile: bends + [[0xE0, 0, 64]], hertz: 440),
    Messages(meanwhile: taps + [[0x90, 69, 100]], hertz: 440),
    Messages(
      before: [[0x90, 69, 100]], meanwhile: turns + [[0x80, 69, 0], [0x90, 81, 100]], hertz: 880),
  ])
  func `MIDI is as the controller is when it goes on`(messages: Messages) throws {
    let player = try Player(Self.midi, score: "")
    for bytes in messages.before { player.midi(bytes) }
    _ = player.render(4410)
    player.isActive = false
    _ = player.render(1280)
    for bytes in messages.meanwhile {
      player.midi(bytes)
      if player.link.waitingCommands > 100 { _ = player.render(128) }
    }
    _ = player.render(1280)
    #expect(player.link.waitingCommands == 0)
    player.isActive = true
    _ = player.render(4410)
    let sound = player.render(22_050).left
    #expect(abs(sound.hertz(framesPerSecond: 44_100) - messages.hertz) < 1)
    #expect((sound.peak > 0) == (messages.hertz > 0))
  }
}
