import SpinetEngine
import SpinetKeyboard
import SpinetLibrary
import SpinetMIDI
import SpinetRealtime
import SpinetStage
import SpinetWidgets
import Testing

@testable import SpinetSession

/// Arpeggios and the tempo of a whole instrument.
struct ArpeggioSessionTests {
  private let first = Channel(status: 0)

  /// A performer, and the moments at which its engine is told to start voices, in milliseconds.
  private final class Moments {
    let rig: Rig
    var starts: [Double] = []
    init() throws {
      rig = try Rig()
      rig.performer.instrument.widgets["arp.mode"]?.set(1)
      rig.performer.applySessionWidgets(at: HostTime(seconds: 99))
    }

    func collect() {
      var end = rig.link.claimAudioEnd()
      while let command = end.popCommand() {
        if case .voice(.start) = command.action { starts.append(Double(command.time.nanoseconds) / 1e6) }
      }
    }
  }

  @Test func `Every sound that plays notes has the widgets, and one tempo`() throws {
    let rig = try Rig()
    for name in [
      "arp.mode", "arp.rate", "arp.octaves", "arp.gate", "arp.swing", "arp.latch", "chord.kind",
      "scale.lock", "clock.tempo",
    ] {
      #expect(rig.widgets[name] != nil, "\(name)")
    }
    let midi = try Rig(noteInput: .midi)
    #expect(midi.widgets["arp.mode"] == nil)
  }

  @Test func `A mode that is moved while a key is held begins at that moment`() throws {
    let moments = try Moments()
    let performer = moments.rig.performer
    let widget = try #require(moments.rig.widgets["arp.mode"])
    func move(to mode: Double, atMilliseconds time: Double) {
      performer.move(widget, to: mode, at: HostTime(nanoseconds: UInt64(time * 1e6)))
    }
    performer.take(
      .noteOn(first, key: 60, velocity: 90), from: moments.rig.one, at: HostTime(seconds: 100))
    performer.advance(to: HostTime(nanoseconds: 100_010_000_000))
    move(to: 0, atMilliseconds: 100_050)
    // Control has looked long before.
    move(to: 1, atMilliseconds: 100_100)
    performer.advance(to: HostTime(nanoseconds: 100_360_000_000))
    moments.collect()
    let starts = moments.starts.map { ($0 - 100_000).rounded() }
    #expect(starts == [0, 100, 225, 350], "\(starts)")
  }

  @Test func `The chord that is held is what each key plays from then on`() throws {
    let rig = try Rig()
    let performer = rig.performer
    let now = HostTime(seconds: 1)
    func press(_ keys: [UInt8], _ isDown: Bool) {
      for key in keys {
        performer.take(
          isDown ? .noteOn(first, key: key, velocity: 90) : .noteOff(first, key: key, velocity: 0),
          from: rig.one, at: now)
      }
    }
    // With nothing held it changes nothing.
    rig.widgets["chord.learn"]?.press()
    performer.applySessionWidgets(at: now)
    #expect(rig.widgets["chord.kind"]?.text == "off")
    press([55, 59, 62, 65], true)
    rig.widgets["chord.learn"]?.press()
    performer.applySessionWidgets(at: now)
    #expect(rig.widgets["chord.kind"]?.text == "memory")
    // 1 + 2^4 + 2^7 + 2^10
    #expect(rig.widgets["chord.memory"]?.value == 1169)
    press([55, 59, 62, 65], false)
    press([60], true)
    #expect(performer.keyboard.soundingKeys == [60, 64, 67, 70])
    press([60], false)
    #expect(performer.keyboard.soundingKeys.isEmpty)
  }

  @Test func `Steps are sent with their own moments, however late control wakes`() throws {
    let moments = try Moments()
    let begin = HostTime(seconds: 100)
    let performer = moments.rig.performer
    performer.take(.noteOn(first, key: 60, velocity: 100), from: moments.rig.one, at: begin)
    performer.advance(to: begin.advanced(bySeconds: 0.13))
    performer.advance(to: begin.advanced(bySeconds: 0.31))
    moments.collect()
    let since = moments.starts.map { ($0 - 100_000).rounded() }
    #expect(since == [0, 125, 250])
    #expect(performer.nextTick != nil)
  }

  @Test func `After a long pause no step is made up for`() throws {
    let moments = try Moments()
    let begin = HostTime(seconds: 100)
    let performer = moments.rig.performer
    performer.take(.noteOn(first, key: 60, velocity: 100), from: moments.rig.one, at: begin)
    performer.advance(to: begin.advanced(bySeconds: 3600))
    moments.collect()
    #expect(moments.starts.count <= 2)
  }

  @Test func `A key of several parts plays each by its own settings`() throws {
    let rig = try StageRig([part("plain"), part("chord")])
    rig.performer.instrument.widgets["chord/chord.kind"]?.set(3)
    rig.performer.applySessionWidgets(at: HostTime(seconds: 0))
    rig.on(60)
    #expect(rig.performer.players.map(\.keyboard.soundingVoices) == [1, 3])
    rig.off(60)
    #expect(rig.holding == [])
  }

  @Test func `All tempo widgets are one, whichever is moved`() throws {
    let rig = try StageRig([part("a"), part("b")])
    let widgets = rig.performer.instrument.widgets
    widgets["b/clock.tempo"]?.set(90)
    rig.performer.applySessionWidgets(at: HostTime(seconds: 1))
    #expect(widgets["a/clock.tempo"]?.value == 90)
    #expect(widgets["clock.tempo"]?.value == 90)
    #expect(widgets.names.contains("clock.tempo"))
    widgets["clock.tempo"]?.set(77)
    rig.performer.applySessionWidgets(at: HostTime(seconds: 1))
    #expect(widgets["a/clock.tempo"]?.value == 77 && widgets["b/clock.tempo"]?.value == 77)
    rig.performer.follow(tempo: 133, at: HostTime(seconds: 2))
    #expect(widgets["a/clock.tempo"]?.value == 133)
    #expect(widgets["b/clock.tempo"]?.value == 133)
  }

  @Test func `Taps set the tempo`() throws {
    let rig = try Rig()
    for tap in 0..<4 {
      rig.widgets["clock.tap"]?.press()
      rig.performer.applySessionWidgets(at: HostTime(seconds: 10 + Double(tap) * 0.75))
    }
    #expect(abs((rig.widgets["clock.tempo"]?.value ?? 0) - 80) < 0.001)
  }

  @Test func `Another sound plays at the tempo of the instrument`() throws {
    let rig = try StageRig([part("a")])
    rig.performer.instrument.widgets["clock.tempo"]?.set(90)
    rig.performer.applySessionWidgets(at: HostTime(seconds: 1))
    try rig.change(to: [part("b")])
    #expect(rig.value("clock.tempo") == 90)
  }

  @Test func `A followed clock moves the arpeggio`() throws {
    let moments = try Moments()
    let performer = moments.rig.performer
    for tick in 0..<49 {
      performer.take(
        .timingClock, from: moments.rig.one, at: HostTime(seconds: 100 + Double(tick) / 24))
    }
    let begin = HostTime(seconds: 103)
    performer.take(.noteOn(first, key: 60, velocity: 100), from: moments.rig.one, at: begin)
    performer.advance(to: begin.advanced(bySeconds: 0.26))
    moments.collect()
    #expect(moments.starts.count == 2)
    #expect(abs((moments.starts.last ?? 0) - 103_250) < 1)
  }

  @Test func `A scene without the part ends its latch, not the keys that are down`() throws {
    let rig = try StageRig(
      [part("a"), part("b")], scenes: [Stage.Scene("one", parts: ["a"]), Stage.Scene("two", parts: ["b"])])
    let widgets = rig.performer.instrument.widgets
    widgets["a/arp.mode"]?.set(1)
    widgets["a/arp.latch"]?.set(1)
    rig.performer.applySessionWidgets(at: HostTime(seconds: 0))
    rig.on(60)
    rig.off(60)
    #expect(rig.holding == ["a"])
    widgets["scene"]?.set(1)
    rig.performer.applySessionWidgets(at: HostTime(seconds: 0))
    rig.play(48_000)
    #expect(rig.holding == [])
  }

  @Test func `A sound that is replaced plays its latch no longer`() throws {
    let rig = try StageRig([part("a")])
    rig.performer.instrument.widgets["arp.mode"]?.set(1)
    rig.performer.instrument.widgets["arp.latch"]?.set(1)
    rig.performer.applySessionWidgets(at: HostTime(seconds: 0))
    rig.on(60)
    rig.off(60)
    try rig.change(to: [part("b")])
    rig.play(48_000)
    #expect(rig.holding == [])
  }

  @Test func `The keyboard's file moves the widgets`() throws {
    let rig = try Rig()
    var keyboard = KeyboardConfiguration.midi
    keyboard.noteEffects.arpeggio.mode = .downUp
    keyboard.noteEffects.arpeggio.pattern = [.rest]
    rig.performer.use(keyboard: keyboard, at: .now)
    #expect(rig.widgets["arp.mode"]?.text == "down-up")
    rig.widgets["arp.octaves"]?.set(3)
    rig.performer.applySessionWidgets(at: .now)
    let effects = rig.performer.keyboard.noteEffects
    #expect(effects.arpeggio.octaves == 3)
    #expect(effects.arpeggio.pattern == [.rest])
    rig.performer.use(keyboard: .midi, at: .now)
    #expect(rig.performer.keyboard.noteEffects == .none)
  }
}
