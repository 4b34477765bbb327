import EngineRig
import Listening
import Scratch
import SpinetCsound
import SpinetEngine
import SpinetKeyboard
import SpinetWidgets
import Testing

struct VoiceTests {
  private static let orchestra = """
    instr voice
    kfreq chnget sprintf("freq.%d", p7)
    asig poscil p5 * linsegr:k(1, 1, 1, 0.05, 0), kfreq
    outs asig, asig
    endin
    """

  @Test func `A key begins an instance, bends it and ends it by its own release`() throws {
    let player = try Player(Self.orchestra)
    player.start(3, hertz: 440, gain: 0.5, serial: 7)
    #expect(abs(player.render(22_050).left.hertz(framesPerSecond: 44_100) - 440) < 1)
    player.send(.voice(.set(VoiceNumber(3), .bend, 2)))
    _ = player.render(128)
    let bent = player.render(22_050).left
    #expect(abs(bent.hertz(framesPerSecond: 44_100) - 880) < 1)
    #expect(abs(bent.peak - 0.5) < 0.01)
    #expect(player.link.meters.soundingVoices == 1)
    player.release(3)
    #expect(player.render(441).left.peak > 0.3)
    #expect(player.reports() == [])
    _ = player.render(4410)
    #expect(player.reports() == [.voiceEnded(VoiceNumber(3), serial: 7)])
    #expect(player.render(441).left.peak == 0)
  }

  @Test(arguments: [10, 64, 500])
  func `A note begins with the first control block after its frame`(blockFrames: Int) throws {
    for frame in [1, 63, 777, 4000] {
      let player = try Player(Self.orchestra, blockFrames: blockFrames)
      player.start(0, at: Int64(frame))
      let sound = player.render(8000, sizes: [100]).left
      let first = try #require(sound.firstIndex { $0 != 0 })
      let block = (frame + blockFrames - 1) / blockFrames * blockFrames
      #expect(first == block + 1 || first == block)
    }
  }

  @Test(arguments: 1..<5)
  func `A note after silence sounds and ends as ever, though the last one fades still`(
    blocks: Int
  ) throws {
    let player = try Player(Self.orchestra)
    player.start(0, hertz: 200, serial: 1)
    _ = player.render(64 * 70, sizes: [64])
    player.send(.silence)
    _ = player.render(64 * blocks, sizes: [64])
    player.start(1, hertz: 440, serial: 2)
    _ = player.render(4410)
    #expect(abs(player.render(22_050).left.hertz(framesPerSecond: 44_100) - 440) < 1)
    player.release(1)
    _ = player.render(8820)
    #expect(player.render(441).left.peak == 0)
    #expect(
      player.reports() == [
        .voiceEnded(VoiceNumber(0), serial: 1), .voiceEnded(VoiceNumber(1), serial: 2),
      ])
  }

  @Test(arguments: [200, 201, 300, 5000]) func `Keys play an instrument of any number`(number: Int) throws {
    let player = try Player(
      "instr \(number)\nasig poscil p5 * linsegr:k(1, 1, 1, 0.05, 0), p6\nouts asig, asig\nendin")
    player.start(3, hertz: 440)
    #expect(abs(player.render(22_050).left.hertz(framesPerSecond: 44_100) - 440) < 1)
    player.release(3)
    _ = player.render(8820)
    #expect(player.reports() == [.voiceEnded(VoiceNumber(3), serial: 1)])
  }

  @Test func `Keys without an instrument are told`() throws {
    let log = LineLog()
    let document = try Player.document("#ifdef NEVER\ninstr 300\nkgain = p5\nendin\n#end\ninstr 1\nendin")
    _ = try Player(CsdEngine(document, log: log.add)).render(640)
    #expect(eventually { log.all.contains { $0.contains("300") } }, "\(log.all)")
  }

  @Test func `Sixty-four voices sound, each is stolen and ends, each end is told`() throws {
    let player = try Player(Self.orchestra)
    for voice in 0..<64 { player.start(voice, hertz: 100 + Double(voice), gain: 0.01, serial: 1) }
    _ = player.render(1280)
    #expect(player.link.meters.soundingVoices == 64)
    for voice in 0..<64 {
      player.send(.voice(.steal(VoiceNumber(voice))))
      player.start(voice, hertz: 200 + Double(voice), gain: 0.01, serial: 2)
    }
    _ = player.render(44_100)
    #expect(Set(player.reports()) == Set((0..<64).map { .voiceEnded(VoiceNumber($0), serial: 1) }))
    for voice in 0..<64 { player.release(voice) }
    _ = player.render(44_100)
    #expect(Set(player.reports()) == Set((0..<64).map { .voiceEnded(VoiceNumber($0), serial: 2) }))
    #expect(player.link.meters.soundingVoices == 0)
  }

  @Test func `A note let go in the control block in which it began sounds, and ends`() throws {
    let player = try Player(Self.orchestra)
    _ = player.render(64)
    player.start(0)
    player.release(0)
    #expect(player.render(640).left.peak > 0)
    _ = player.render(44_100)
    #expect(player.reports() == [.voiceEnded(VoiceNumber(0), serial: 1)])
  }

  @Test func `Silence ends every voice without a click`() throws {
    let player = try Player(Self.orchestra)
    player.start(0, hertz: 100, gain: 0.8)
    _ = player.render(4410)
    player.send(.silence)
    let sound = player.render(1000).left
    let step = zip(sound, sound.dropFirst()).map { abs($1 - $0) }.max() ?? 0
    #expect(step < 0.05)
    #expect(sound.suffix(500).allSatisfy { $0 == 0 })
    #expect(player.reports() == [.voiceEnded(VoiceNumber(0), serial: 1)])
  }

  @Test(arguments: [
    ("instr 3\nout a(p4)\nendin\ninstr 2\nouts a(p5), a(p5)\nendin", "f 0 100", true),
    ("instr 1\nouts a(p4), a(p4)\nendin", "i 1 0 100 0", false),
    ("instr Voice\nouts a(p4), a(p4)\nendin", "i 9 0 1", true),
    ("instr 1\nouts a(0), a(0)\nendin", "f 0 100", false),
    ("instr 1\nendin\n#ifdef NEVER\ninstr 9999\nouts a(p4), a(p4)\nendin\n#end", "f 0 100", false),
    ("instr 1\nendin\n#ifdef NEVER\ninstr 150\nouts a(p4), a(p4)\nendin\n#end", "f 0 100", false),
    ("instr 1\nevent_i \"i\", 2, 0, 0, 0\nendin\ninstr 2\nouts a(p4), a(p4)\nendin", "f 0 100", false),
  ])
  func `Keys play the instrument made for them, and no other`(
    orchestra: String, score: String, sounds: Bool
  ) throws {
    let player = try Player(orchestra, score: score)
    player.start(0, key: 1, gain: 0.5)
    #expect((player.render(441).left.peak > 0) == sounds)
  }

  @Test(
    arguments: [
      ("voice1 voice2 voice", [1: 1, 2: 2, 3: 3, 16: 3, 0: 3]),
      ("voice2 voice10", [1: 1, 2: 1, 10: 2, 0: 1]),
      ("Voice3", [1: 1, 3: 1]), ("voice voice17 voice0", [1: 1, 17: 1]), ("voice16 9", [16: 1, 1: 1]),
    ] as [(String, [Int: Int])])
  func `Notes of a channel play the instrument of its number`(names: String, places: [Int: Int]) throws {
    let orchestra = names.split(separator: " ").enumerated().map { index, name in
      "instr \(name)\nouts a(p5 * \(index + 1) / 8), a(0)\nendin"
    }
    for (channel, place) in places {
      let player = try Player(orchestra.joined(separator: "\n"))
      player.start(0, gain: 0.5)
      if channel > 0 { player.send(.voice(.set(VoiceNumber(0), .channel, Double(channel)))) }
      #expect(player.render(441).left.last == Float(place) / 16)
      player.release(0)
      _ = player.render(441)
      #expect(player.reports() == [.voiceEnded(VoiceNumber(0), serial: 1)])
    }
  }

  @Test func `Notes of sixteen channels at once sound and end each for itself`() throws {
    let orchestra = (1...16).map { "instr voice\($0)\nouts a(\(1 << ($0 - 1)) / 65536), a(0)\nendin" }
    let player = try Player(orchestra.joined(separator: "\n"))
    for channel in 1...16 {
      player.start(channel, serial: UInt32(channel))
      player.send(.voice(.set(VoiceNumber(channel), .channel, Double(channel))))
    }
    #expect(player.render(441).left.last == 65_535.0 / 65_536)
    #expect(player.engine.hearsChannels)
    for channel in 1...16 {
      player.release(channel)
      let rest = (1...16).filter { $0 > channel }.map { 1 << ($0 - 1) }.reduce(0, +)
      #expect(player.render(441).left.last == Float(rest) / 65_536)
      #expect(player.reports() == [.voiceEnded(VoiceNumber(channel), serial: UInt32(channel))])
    }
  }

  @Test(arguments: ["", "\ne", "\ns\ni \"voice\" 0 0.1 60 0.5 440 99\ne\ni 1 0 [3 * 2]"])
  func `A file that keys play goes on after its score`(rest: String) throws {
    let player = try Player(Self.orchestra, score: "i \"voice\" 0 0.1 60 0.5 440 99" + rest)
    _ = player.render(44_100)
    #expect(player.reports() == [])
    player.start(0)
    #expect(player.render(4410).left.peak > 0)
  }
}
