import SpinetMIDI
import SpinetMapping
import Testing

@testable import SpinetStage

@Suite struct PartTests {
  @Test(
    arguments: [
      // key, velocity, what is played
      (60, 100, 48), (59, 100, nil), (72, 100, 60), (73, 100, nil), (60, 63, nil), (60, 64, 48),
    ] as [(UInt8, UInt8, UInt8?)])
  func `Keys and velocities decide what plays`(key: UInt8, velocity: UInt8, played: UInt8?) {
    var part = Part("x", sound: "x")
    part.keys = [60...60, 61...72]
    part.velocities = 64...127
    part.transpose = -12
    #expect(part.key(for: key, velocity: velocity) == played)
  }

  @Test func `A note moved beyond the keys of MIDI is not played`() {
    var part = Part("x", sound: "x")
    part.transpose = 24
    #expect(part.key(for: 103, velocity: 1) == 127)
    #expect(part.key(for: 104, velocity: 1) == nil)
  }

  @Test func `A part listens to all, or to what it names`() {
    var part = Part("x", sound: "x")
    let two = Channel(status: 1)
    #expect(part.listens(to: two) && part.listens(toPortNamed: []))
    part.channels = [Channel(status: 0)]
    part.ports = [PortPattern("nano*")]
    #expect(!part.listens(to: two))
    #expect(part.listens(toPortNamed: ["x", "nanoKEY"]))
    #expect(!part.listens(toPortNamed: ["Launchkey"]) && !part.listens(toPortNamed: []))
  }

  @Test func `Programs choose scenes by number or by place`() {
    let stage = Stage(
      name: "", parts: [],
      scenes: [.init("a"), .init("b", program: 9), .init("c")])
    #expect((1...9).map(stage.scene) == [0, nil, 2, nil, nil, nil, nil, nil, 1])
  }

  @Test(
    arguments: [
      ((0, 89), (0, 89)), ((5, 89), (0, 89)), ((1, 90), (1, 90)), ((0, 92), (0, 89)), ((0, 39), (0, 40)),
      ((0, 1), nil),
    ] as [((Int, Int), (Int, Int)?)])
  func `A number that is missing is played by its family`(asked: (Int, Int), found: (Int, Int)?) {
    let known = [(0, 89), (1, 90), (0, 40), (0, 33)].map { ProgramNumber(bank: $0.0, program: $0.1) }
    let number = ProgramNumber(bank: asked.0, program: asked.1).nearest(among: known)
    #expect(number == found.map { ProgramNumber(bank: $0.0, program: $0.1) })
  }
}
