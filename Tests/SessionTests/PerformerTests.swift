import SpinetEngine
import SpinetKeyboard
import SpinetMIDI
import SpinetRealtime
import SpinetWidgets
import Testing

@testable import SpinetSession

@Suite struct PerformerTests {
  @Test(arguments: [true, false])
  func `Notes tell their channel to an engine that asks for it, by another keyboard too`(_ hears: Bool) throws
  {
    let rig = try Rig(hearsChannels: hears)
    rig.noteOn(60)
    #expect(rig.channels() == (hears ? [1] : []))
    rig.performer.use(keyboard: .midi, at: .now)
    rig.noteOn(62)
    #expect(rig.channels() == (hears ? [1] : []))
  }

  @Test func `A key starts a voice and its end releases it`() throws {
    let rig = try Rig()
    #expect(rig.noteOn(60) == ["keyboard"])
    #expect(rig.starts() == 1)
    rig.noteOff(60)
    #expect(rig.releases() == 1)
  }

  @Test func `Nothing is sent to other instruments unless the keyboard says so`() throws {
    let rig = try Rig()
    rig.noteOn(60)
    #expect(rig.sent.messages.isEmpty && rig.performer.outputIntroduction.isEmpty)
  }

  @Test func `Voices are sent to other instruments, and end there when the engine changes`() throws {
    let rig = try Rig(output: .mpe(members: 3))
    let member = Channel(status: 1)
    rig.noteOn(60)
    #expect(rig.sent.messages.last == .noteOn(member, key: 60, velocity: 100))
    rig.noteOff(60)
    #expect(rig.sent.messages.last == .noteOff(member, key: 60, velocity: 64))
    rig.noteOn(62)
    rig.performer.attach(nil, at: .now)
    #expect(rig.sent.messages.last == .noteOff(Channel(status: 2), key: 62, velocity: 64))
    #expect(
      rig.performer.outputIntroduction.contains(.controlChange(Channel(status: 0), controller: 6, value: 3)))
  }

  @Test func `A keyboard that sends in another way introduces itself anew to those who listen already`()
    throws
  {
    let rig = try Rig(output: .midi(Channel(status: 0)))
    var keyboard = KeyboardConfiguration.midi
    keyboard.output = .mpe(members: 3)
    rig.performer.use(keyboard: keyboard, at: .now)
    #expect(!rig.sent.messages.isEmpty && rig.sent.messages == rig.performer.outputIntroduction)
    keyboard.outputBendRange = 12
    rig.sent.messages = []
    rig.performer.use(keyboard: keyboard, at: .now)
    #expect(rig.sent.messages.contains(.controlChange(Channel(status: 1), controller: 6, value: 12)))
    rig.sent.messages = []
    rig.performer.use(keyboard: keyboard, at: .now)
    #expect(rig.sent.messages.isEmpty)
  }

  @Test func `A mapped control moves its widget and starts nothing`() throws {
    let rig = try Rig()
    #expect(rig.control(74, 127) == ["moved filter.cutoff"])
    #expect(rig.widgets["filter.cutoff"]?.value == 127)
    #expect(rig.commands().isEmpty)
  }

  @Test func `What nothing maps says so`() throws {
    #expect(try Rig().control(20, 1) == ["unmapped"])
  }

  @Test func `What the keyboard takes when nothing maps it is told as its own`() throws {
    let rig = try Rig(map: "cc 20: filter.cutoff")
    for number in [64, 74, 96, 97] as [UInt8] { #expect(rig.control(number, 1) == ["keyboard"]) }
    #expect(rig.take(.start) == [])
  }

  @Test func `Widgets move with the engine stopped, and no voice waits for it`() throws {
    let rig = try Rig(isStarted: false)
    rig.control(74, 64)
    rig.noteOn(60)
    #expect(rig.widgets["filter.cutoff"]?.value ?? 0 > 60)
    rig.start()
    #expect(rig.commands().isEmpty)
    rig.noteOff(60)
    rig.noteOn(62)
    #expect(rig.starts() == 1)
  }

  @Test func `A controller that leaves lets go of its own notes and of nobody else's`() throws {
    let rig = try Rig()
    rig.noteOn(60, from: rig.one)
    rig.control(64, 127, from: rig.one)
    rig.noteOff(60, from: rig.one)
    rig.noteOn(64, from: rig.two)
    #expect(rig.starts() == 2)
    rig.performer.portLeft(rig.one, at: .now)
    #expect(rig.releases() == 1)
    rig.noteOff(64, from: rig.two)
    #expect(rig.releases() == 1)
  }

  @Test func `Where releases may have been lost, a mapped button is let go, and works on`() throws {
    let rig = try Rig(map: "note C4: {widget: osc.mix, mode: momentary}")
    rig.noteOn(60, from: rig.two)
    #expect(rig.widgets["osc.mix"]?.value == 1)
    rig.performer.releaseAll(at: .now)
    #expect(rig.widgets["osc.mix"]?.value == 0)
    #expect(rig.noteOn(60, from: rig.two) == ["moved osc.mix"])
    rig.performer.portLeft(rig.two, at: .now)
    rig.performer.releaseAll(at: .now)
    #expect(rig.widgets["osc.mix"]?.value == 0)
  }

  @Test func `Panic ends everything, once`() throws {
    let rig = try Rig()
    for key in 60..<64 { rig.noteOn(UInt8(key)) }
    _ = rig.commands()
    rig.widgets["panic"]?.press()
    rig.performer.applySessionWidgets(at: .now)
    let commands = rig.commands()
    #expect(commands.count { if case .silence = $0 { true } else { false } } == 1)
    rig.performer.applySessionWidgets(at: .now)
    #expect(rig.commands().isEmpty)
  }

  @Test func `An octave moves new notes, and a note ends under the key with which it began`() throws {
    let rig = try Rig()
    rig.noteOn(60)
    rig.widgets["keyboard.octave"]?.set(1)
    rig.noteOff(60)
    #expect(rig.releases() == 1)
    rig.noteOn(60)
    let hertz = rig.commands().compactMap { action -> Double? in
      if case .voice(.set(_, .freq, let value)) = action { value } else { nil }
    }
    #expect(hertz.count == 1 && abs(hertz[0] - 523.2511) < 0.001)
  }

  @Test func `A note mapped to a switch is not played, nor is its end`() throws {
    let rig = try Rig(map: "note C4: {widget: engine.running, mode: toggle}")
    #expect(rig.noteOn(60) == ["moved engine.running"])
    rig.noteOff(60)
    #expect(rig.commands().isEmpty)
    #expect(rig.widgets["engine.running"]?.value == 0)
  }

  @Test func `A full ring delays commands and loses none`() throws {
    let rig = try Rig(commandCapacity: 16)
    for round in 0..<50 {
      rig.noteOn(UInt8(40 + round))
      rig.noteOff(UInt8(40 + round))
    }
    var starts = 0
    var ends = 0
    for _ in 0..<1000 {
      let commands = rig.commands()
      if commands.isEmpty { break }
      for case .voice(let event) in commands {
        switch event {
        case .start: starts += 1
        case .release: ends += 1
        default: break
        }
      }
      rig.performer.advance(to: .now)
    }
    #expect(starts == 50 && ends == 50)
    #expect(rig.performer.delayedCommands > 0)
  }

  @Test func `A voice that the engine has ended is free again`() throws {
    let rig = try Rig()
    for round in 0..<100 {
      rig.noteOn(60)
      rig.noteOff(60)
      for case .voice(.start(let voice, let serial)) in rig.commands() {
        var end = rig.link.claimAudioEnd()
        end.report(.voiceEnded(voice, serial: serial))
        #expect(voice.index == 0, "round \(round)")
      }
      rig.performer.advance(to: .now)
    }
  }

  @Test func `An engine that takes MIDI is told what nothing maps, byte for byte`() throws {
    let rig = try Rig(noteInput: .midi)
    rig.noteOn(60)
    rig.control(74, 127)
    rig.control(20, 5)
    #expect(rig.passed() == [[0x90, 60, 100], [0xB0, 20, 5]].compactMap(ShortMessage.init))
    rig.noteOn(62, from: rig.two)
    rig.performer.portLeft(rig.one, at: .now)
    #expect(rig.passed() == [[0x90, 62, 100], [0x80, 60, 64]].compactMap(ShortMessage.init))
    rig.performer.releaseAll(at: .now)
    #expect(rig.passed() == [[0x80, 62, 64]].compactMap(ShortMessage.init))
  }

  @Test func `A performance that ends by itself is known until the engine starts anew`() throws {
    let rig = try Rig()
    var end = rig.link.claimAudioEnd()
    end.report(.performanceEnded)
    rig.performer.advance(to: .now)
    #expect(rig.performer.hasPerformanceEnded)
    rig.start()
    #expect(!rig.performer.hasPerformanceEnded)
  }

  @Test func `A controller that leaves takes its bend and pressure with it, and no other's`() throws {
    let rig = try Rig(noteInput: .midi)
    let (first, second) = (Channel(status: 0), Channel(status: 1))
    rig.take(.pitchBend(first, value: 16_383), from: rig.one)
    rig.take(.channelPressure(second, pressure: 99), from: rig.one)
    rig.take(.controlChange(first, controller: 64, value: 127), from: rig.one)
    rig.take(.pitchBend(second, value: 0), from: rig.two)
    _ = rig.passed()
    rig.performer.portLeft(rig.one, at: .now)
    #expect(
      rig.passed()
        == [[0xB0, 64, 0], [0xE0, 0, 64], [0xD1, 0]].compactMap(ShortMessage.init))
    rig.take(.pitchBend(second, value: 8192), from: rig.two)
    _ = rig.passed()
    rig.performer.portLeft(rig.two, at: .now)
    #expect(rig.passed().isEmpty)
  }
}
