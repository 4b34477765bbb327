import SpinetEngine
import SpinetFormats
import SpinetKeyboard
import SpinetLibrary
import SpinetMIDI
import SpinetMapping
import SpinetMixer
import SpinetRealtime
import SpinetStage
import SpinetSynth
import SpinetWidgets
import Testing

@testable import SpinetSession

private let low = part("low") { $0.keys = [0...59] }
private let high = part("high") { $0.keys = [60...127] }

@Suite struct PartsTests {
  @Test func `A split gives each key to its part, a layer to both`() throws {
    let rig = try StageRig([low, high, part("all")])
    rig.on(40)
    #expect(rig.holding == ["low", "all"])
    rig.on(70)
    #expect(rig.holding == ["low", "high", "all"])
    rig.off(40)
    rig.off(70)
    #expect(rig.holding.isEmpty)
  }

  @Test func `Somebody who has chosen a part plays it alone, whatever its keys and its scene are`() throws {
    let rig = try StageRig([low, high], scenes: [.init("a", parts: ["low"])])
    let client = ClientID(number: 7)
    func take(_ message: MIDIMessage, _ name: String) {
      rig.performer.take(message, ofPart: name, from: client, at: .now)
    }
    let channel = Channel(status: 0)
    take(.noteOn(channel, key: 40, velocity: 100), "high")
    #expect(rig.holding == ["high"])
    take(.noteOff(channel, key: 40, velocity: 0), "high")
    #expect(rig.holding.isEmpty)
    take(.noteOn(channel, key: 40, velocity: 100), "gone")
    #expect(rig.holding == ["low"])
    rig.performer.clientLeft(client, at: .now)
    #expect(rig.holding.isEmpty)
    #expect(rig.performer.view.parts.map(\.isInScene) == [true, false])
  }

  @Test func `Channels and velocities choose parts`() throws {
    let rig = try StageRig([
      part("one") { $0.channels = [Channel(status: 0)] }, part("two") { $0.channels = [Channel(status: 1)] },
      part("hard") { $0.velocities = 100...127 },
    ])
    rig.on(60, 50, channel: 1)
    #expect(rig.holding == ["two"])
    rig.off(60, channel: 1)
    rig.on(60, 110)
    #expect(rig.holding == ["one", "hard"])
    rig.off(60)
    #expect(rig.holding.isEmpty)
  }

  @Test func `A part without its port plays nothing`() throws {
    let rig = try StageRig([
      part("a") { $0.ports = [PortPattern("Nobody*")] }, part("b") { $0.ports = [PortPattern("Contr*")] },
    ])
    rig.on(60)
    #expect(rig.holding == ["b"])
  }

  @Test func `A held note ends in the scene in which it is let go`() throws {
    let rig = try StageRig(
      [low, high, part("lead")], scenes: [.init("a", parts: ["low", "high"]), .init("b", parts: ["lead"])])
    rig.on(40)
    rig.performer.instrument.scene?.set(1)
    rig.performer.applySessionWidgets(at: .now)
    rig.on(50)
    #expect(rig.holding == ["low", "lead"])
    rig.off(40)
    #expect(rig.holding == ["lead"])
    rig.off(50)
    #expect(rig.holding.isEmpty)
  }

  @Test func `A pedal steps through the scenes, a program chooses one`() throws {
    let scenes = [Stage.Scene("a", parts: ["low"]), .init("b", parts: ["high"], program: 9), .init("c")]
    let rig = try StageRig([low, high], scenes: scenes, map: "cc 80: {widget: scene, mode: step}")
    for name in ["b", "c", "a"] {
      rig.control(80, 127)
      rig.control(80, 0)
      #expect(rig.performer.scene?.name == name)
    }
    #expect(rig.take(.programChange(Channel(status: 3), program: 8)) == ["scene b"])
    #expect(rig.performer.scene?.name == "b")
    #expect(rig.take(.programChange(Channel(status: 3), program: 99)).isEmpty)
  }

  @Test func `A scene sets what it says`() throws {
    var scene = Stage.Scene("b")
    scene.settings = [Part.Setting(widget: "high/filter.cutoff", text: "333")]
    let rig = try StageRig([low, high], scenes: [.init("a"), scene])
    rig.performer.instrument.scene?.set(1)
    rig.performer.applySessionWidgets(at: .now)
    #expect(rig.value("high/filter.cutoff") == 333)
  }

  @Test func `A program change asks for a sound with its bank, for the parts of its channel`() throws {
    let rig = try StageRig([part("one") { $0.channels = [Channel(status: 0)] }, part("all")])
    var asked: [SoundRequest] = []
    rig.performer.chooseSound = { request, _ in asked.append(request) }
    rig.control(0, 1)
    rig.control(32, 2)
    #expect(rig.take(.programChange(Channel(status: 0), program: 88)) == ["program 130/89"])
    rig.take(.programChange(Channel(status: 5), program: 0))
    #expect(
      asked == [
        SoundRequest(parts: [0, 1], number: ProgramNumber(bank: 130, program: 89)),
        SoundRequest(parts: [1], number: ProgramNumber(program: 1)),
      ])
  }

  @Test func `A bare name moves the parts that the control's channel plays`() throws {
    let rig = try StageRig(
      [
        part("one") { $0.channels = [Channel(status: 0)] },
        part("two") { $0.channels = [Channel(status: 1)] },
      ],
      map: "cc 74: {widget: filter.resonance}")
    rig.control(74, 127, channel: 1)
    #expect(rig.value("two/filter.resonance") == 1 && rig.value("one/filter.resonance") != 1)
    rig.control(74, 0)
    #expect(rig.value("one/filter.resonance") == 0 && rig.value("two/filter.resonance") == 1)
  }

  @Test func `Both names mean the widget of the only part`() throws {
    let rig = try StageRig([part("one")], map: "cc 74: one/filter.resonance")
    rig.control(74, 127)
    #expect(rig.value("filter.resonance") == 1 && rig.value("one/filter.resonance") == 1)
    #expect(try rig.performer.instrument.set("one/osc.mix", "0.25").value == 0.25)
  }
}
