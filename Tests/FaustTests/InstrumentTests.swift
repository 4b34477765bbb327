import CMallocProbe
import Foundation
import SpinetEngine
import SpinetFaust
import SpinetKeyboard
import SpinetRealtime
import SpinetWidgets
import SystemPackage
import Testing

/// Programs without voices, effects, and what any program costs.
struct InstrumentTests {
  @Test func `A program without a gate sounds always, and its widgets move it`() throws {
    let rig = try FaustRig(
      "import(\"stdfaust.lib\");\nprocess = os.osc(hslider(\"tone\",440,20,9999,1)) * checkbox(\"on\");")
    #expect(rig.render(480).left.peak == 0)
    try rig.widget("on").set(1)
    #expect(abs(rig.render(24_000).left.hertz() - 440) < 0.5)
    try rig.widget("tone").set(880)
    #expect(abs(rig.render(24_000).left.hertz() - 880) < 0.5)
  }

  @Test func `A note on it is free when it is let go`() throws {
    let rig = try FaustRig(
      "declare options \"[nvoices:0]\"; process = 0.5 * hslider(\"freq\",0,0,9999,1), button(\"gate\");")
    rig.start(0, hertz: 100)
    #expect(rig.render(8).left.last == 50)
    rig.release(0)
    #expect(rig.render(8).left.last == 50)
    #expect(rig.ended == [VoiceNumber(0)])
  }

  @Test func `A button that was pressed and let go between blocks is noticed once`() throws {
    let rig = try FaustRig("process = button(\"hit\");")
    let hit = try rig.widget("hit")
    hit.set(1)
    hit.set(0)
    #expect(rig.render(128).left.allSatisfy { $0 == 1 })
    #expect(rig.render(128).left.allSatisfy { $0 == 0 })
    hit.set(1)
    #expect(rig.render(256).left.allSatisfy { $0 == 1 })
    hit.set(0)
    #expect(rig.render(128).left.allSatisfy { $0 == 0 })
  }

  @Test func `Two outputs are two sides, one is both, more follow`() throws {
    let two = try FaustRig("process = 0.25, 0.5;").render(8)
    #expect(two.left.last == 0.25 && two.right.last == 0.5)
    let four = try FaustRig("process = 0.25, 0.5, 1, -1;")
    #expect(four.player.outputCount == 4)
    #expect(four.further(8) == [1, -1])
    let sides = four.render(8)
    #expect(sides.left.last == 0.25 && sides.right.last == 0.5)
  }

  @Test func `An output that overflows silences no other`() throws {
    let rig = try FaustRig("process = 0.25, 0.5, 1e9, (1e30 : *(1e30)), 0.75;")
    #expect(rig.further(256) == [0, 0, 0.75])
    #expect(rig.render(8).left.last == 0.25)
    #expect(rig.link.meters.popOverflow())
  }

  @Test func `An effect's outputs follow too`() throws {
    let rig = try FaustRig(
      "process = button(\"gate\") * hslider(\"freq\",440,20,9999,1); effect = _ <: _, _, *(2);")
    #expect(rig.player.outputCount == 3)
  }

  @Test func `Inputs beyond two get the channels that there are, in turn`() throws {
    let rig = try FaustRig("process = _,_,_,_,_;")
    for (count, expected) in [
      (4, [0.375, 0.5, 0.125]), (2, [0.125, 0.25, 0.125]), (1, [0.125, 0.125, 0.125]),
    ] as [(Int, [Float])] {
      let samples = SampleBuffer(capacity: 1024, channels: count)
      for channel in 0..<count { samples.channels[channel].fill(Float(1 + channel) / 8) }
      rig.heard = samples
      #expect(rig.further(64) == expected)
    }
  }

  @Test func `What listens hears what comes in, and silence otherwise`() throws {
    let rig = try FaustRig("process = _ + 0.5, _ * 2;")
    #expect(rig.player.inputCount == 2)
    #expect(rig.render(64).left.allSatisfy { $0 == 0.5 })
    let heard = SampleBuffer(capacity: 1024)
    for frame in 0..<1024 { (heard.left[frame], heard.right[frame]) = (0.25, 0.125) }
    rig.heard = heard
    let sound = rig.render(64)
    #expect(sound.left.allSatisfy { $0 == 0.75 })
    #expect(sound.right.allSatisfy { $0 == 0.25 })
  }

  @Test func `An edited program takes over the widgets of the old one`() throws {
    let path = try FaustRig.file("process = hslider(\"level\",0.25,0,1,0.01);")
    let rig = try FaustRig(path: path)
    try rig.widget("level").set(0.5)
    #expect(rig.render(64).left.last == 0.5)
    try "process = 2 * hslider(\"level\",0,0,1,0.01) + hslider(\"more\",1,0,1,0.1);".write(
      toFile: path.string, atomically: true, encoding: .utf8)
    let edited = try FaustProgram(path: path, settings: FaustRig.settings, adopting: rig.player.widgets)
    #expect(edited.widgets.map(\.name) == ["level", "more"])
    #expect(try FaustRig(edited).render(64).left.last == 2)
  }

  @Test func `A bargraph shows its widget what happens`() throws {
    let rig = try FaustRig(
      "process = button(\"gate\") * hslider(\"gain\",1,0,1,0.1) : hbargraph(\"level\",0,1);")
    #expect(try rig.widget("level").value == 0)
    rig.start(0, hertz: 440, gain: 0.25)
    rig.start(1, hertz: 440, gain: 0.75)
    _ = rig.render(64)
    #expect(try rig.widget("level").value == 0.75)
    rig.send(.silence)
    _ = rig.render(4800)
    #expect(try rig.widget("level").value == 0)
  }

  @Test(arguments: [1e30, .infinity, .nan] as [Float])
  func `A bargraph and the meters keep to numbers`(wrong: Float) throws {
    let value = wrong.isNaN ? "sqrt(bad - 1)" : wrong.isInfinite ? "1 / bad" : "1e30 + bad"
    let rig = try FaustRig(
      "bad = checkbox(\"bad\");\nprocess = select2(checkbox(\"on\"), 0.25, \(value)) : hbargraph(\"level\",0,1);"
    )
    #expect(rig.render(64).left.last == 0.25)
    try rig.widget("on").set(1)
    let sound = rig.render(640).left
    let isFinite = sound.allSatisfy(\.isFinite)
    #expect(isFinite)
    #expect(try rig.widget("level").value.isFinite)
    #expect(rig.link.meters.popPeak() <= 0.25)
    #expect(rig.link.meters.popOverflow())
  }

  @Test(arguments: [
    "import(\"stdfaust.lib\");\nprocess = 0.5 * os.osc(100);", "process = 0.5;",
    "import(\"stdfaust.lib\");\nprocess = 0.5 * os.osc(100);\neffect = _;",
    "process = 0.5;\neffect = _ <: +(@(480));",
  ])
  func `Silence makes no click in what sounds always`(program: String) throws {
    let rig = try FaustRig(program)
    let before = rig.render(5000).left
    let loudest = before.peak
    rig.send(.silence, at: rig.frame + 30)
    rig.send(.silence, at: rig.frame + 330)
    let after = rig.render(9600).left
    // 5 ms down or up are 240 frames.
    #expect((before.suffix(1) + after).map(\.self).greatestStep < 0.02)
    #expect(after.prefix(600).contains { abs($0) < 0.003 })
    #expect(abs(after.suffix(4800).map(\.self).peak - loudest) < 0.01)
  }

  @Test func `Silence empties what sounds always`() throws {
    let rig = try FaustRig("process = +~(@(4800) : *(0.9));")
    let heard = SampleBuffer(capacity: 1024)
    for frame in 0..<1024 { heard.left[frame] = 0.5 }
    rig.heard = heard
    _ = rig.render(2048)
    rig.heard = nil
    rig.send(.silence)
    #expect(rig.render(240).left.peak < 0.6)
    #expect(rig.render(48_000).left.allSatisfy { $0 == 0 })
  }

  @Test func `An effect hears all voices, and rings on`() throws {
    let rig = try FaustRig(
      """
      process = button("gate") * 0.25;
      effect = *(hslider("wet",1,0,2,0.01)), @(1000);
      """)
    rig.start(0, hertz: 440)
    rig.start(1, hertz: 440)
    let sound = rig.render(2000)
    #expect(sound.left.allSatisfy { $0 == 0.5 })
    #expect(sound.right.prefix(1000).allSatisfy { $0 == 0 } && sound.right.last == 0.5)
    try rig.widget("wet").set(2)
    #expect(rig.render(64).left.last == 1)
    rig.release(0)
    rig.release(1)
    #expect(rig.render(990).right.last == 0.5)
  }

  @Test func `After a while of silence it says so, a generator never`() throws {
    let rig = try FaustRig("process = button(\"gate\");\neffect = _;")
    rig.start(0, hertz: 440)
    _ = rig.render(4800)
    #expect(rig.link.meters.silentFrames == 0)
    rig.release(0)
    _ = rig.render(240_000)
    #expect(rig.link.meters.silentFrames > 0)
    let generator = try FaustRig("process = 0.0;")
    _ = generator.render(240_000)
    #expect(generator.link.meters.silentFrames == 0)
  }

  @Test func `Rendering allocates nothing, whatever is played`() throws {
    let rig = try FaustRig(
      """
      import("stdfaust.lib");
      process = os.sawtooth(hslider("freq",440,20,9999,1)) * en.adsr(0.01,0.1,0.5,0.1,button("gate"))
        : fi.lowpass(2, hslider("cutoff",1000,20,9999,1) : si.smoo) : hbargraph("level",0,1) <: _,_;
      effect = dm.zita_light;
      """)
    let cutoff = try rig.widget("cutoff")
    for index in 0..<1000 {
      let voice = VoiceNumber(index % 16)
      let event: VoiceEvent =
        index % 3 == 0 ? .start(voice, serial: 1) : index % 3 == 1 ? .set(.all, .bend, 1.01) : .steal(voice)
      rig.send([event], at: Int64(index * 7))
    }
    rig.send(.silence, at: 7500)
    let before = malloc_probe_count()
    for turn in 0..<200 {
      cutoff.set(Double(1000 + turn))
      rig.renderBlock(64)
    }
    #expect(malloc_probe_count() == before)
  }
}
