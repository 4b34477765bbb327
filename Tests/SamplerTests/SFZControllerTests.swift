import Foundation
import Listening
import SpinetEngine
import SpinetKeyboard
import SpinetRealtime
import SpinetWidgets
import Testing

@testable import SpinetSampler

private typealias Rig = MultisampleRig

/// What controllers, releases and limits do in SFZ texts.
struct SFZControllerTests {
  @Test func `Controllers choose regions by where they are`() throws {
    let rig = try Rig(
      """
      <control> set_cc20=127
      <region> sample=a.wav locc20=64
      <region> sample=a.wav hicc20=63 amplitude=50
      """)
    #expect(abs(rig.level() - 0.1) < 0.001)
    rig.move("cc20", to: 63)
    #expect(abs(rig.level() - 0.05) < 0.001)
  }

  @Test func `Velocity, key, wheel and pressure are conditions by their numbers among controllers`() throws {
    let rig = try Rig("<region> sample=a.wav amp_veltrack=0 locc131=64 hicc133=60")
    #expect(rig.level(key: 60, velocity: 64) > 0.09)
    #expect(rig.level(key: 60, velocity: 63) == 0 && rig.level(key: 61, velocity: 127) == 0)
    let text = "<region> sample=a.wav lohdcc128=0.75 hicc129=100 <region> sample=b.wav locc138=0"
    let sfz = try SFZInstrument(file: "a.sfz") { _, _ throws(SpinetError) in Array(text.utf8) }
    #expect(sfz.regions.map(\.bends) == [4_096...8_192] && sfz.regions.map(\.pressures) == [0...100])
  }

  @Test func `Chance and every second note are controllers too`() throws {
    let rig = try Rig(
      """
      <region> sample=a.wav hicc137=63
      <region> sample=b.wav locc137=64 amplitude=50
      """)
    #expect((0..<4).map { _ in (rig.level() * 20).rounded() } == [2, 1, 2, 1])
    let text = "<region> sample=a.wav lohdcc135=0.25 hihdcc135=0.5"
    let sfz = try SFZInstrument(file: "a.sfz") { _, _ throws(SpinetError) in Array(text.utf8) }
    #expect(sfz.regions.map(\.random) == [0.25...0.5])
    let moved = try Rig("<region> sample=a.wav volume_oncc137=-6 amp_veltrack=0")
    #expect((0..<4).map { _ in Rig.decibels(moved.level()).rounded() } == [0, -6, 0, -6])
    let bent = try Rig("<region> sample=a.wav volume_oncc136=6 amp_veltrack=0")
    let levels = (0..<40).map { _ in Rig.decibels(bent.level()) }
    #expect(levels.min() ?? 0 < -1 && levels.max() ?? 0 > 1 && levels.allSatisfy { abs($0) <= 6.01 })
  }

  @Test func `A controller that a note does not have is told`() throws {
    let text = "<region> sample=a.wav volume_oncc132=12 pan_oncc140=5"
    let sfz = try SFZInstrument(file: "a.sfz") { _, _ throws(SpinetError) in Array(text.utf8) }
    #expect(
      sfz.notes == ["a.sfz:1: volume_oncc132 is not read", "a.sfz:1: pan_oncc140 is not read"])
  }

  @Test(arguments: [
    ("lochan=1 hichan=1", true), ("lochan=1 hichan=16", true), ("lochan=2 hichan=2", false),
    ("loprog=0 hiprog=0", true), ("loprog=5 hiprog=5", false),
  ])
  func `A part plays the first channel and the first program`(opcodes: String, plays: Bool) throws {
    let rig = try Rig("<region> sample=a.wav \(opcodes) <region> sample=b.wav key=10")
    #expect((rig.level() > 0) == plays)
  }

  @Test func `The tempo chooses regions`() throws {
    let rig = try Rig("<region> sample=a.wav hibpm=100 <region> sample=a.wav lobpm=100 amplitude=50")
    #expect(abs(rig.level() - 0.05) < 0.001)
    rig.move("clock.tempo", to: 99.5)
    #expect(abs(rig.level() - 0.1) < 0.001)
    rig.move("clock.tempo", to: 100)
    #expect(abs(rig.level() - 0.05) < 0.001)
  }

  @Test(
    arguments: [
      ("amplitude_oncc20=100", 127, 0), ("amplitude_oncc20=100", 63.5, -6.02),
      ("amplitude_oncc20=100", 0, -180),
      ("amplitude_oncc20=100 amplitude_curvecc20=4", 63.5, -12.04),
      ("amplitude_oncc20=100 amplitude_curvecc20=7", 63.5, -2.5),
      ("volume_oncc20=-12", 127, -12), ("gain_cc20=6", 63.5, 3),
      ("volume_oncc20=12 volume_stepcc20=6", 60, 0), ("volume_oncc20=12 volume_stepcc20=6", 70, 6),
      ("volume_oncc20=-12 volume_stepcc20=6", 120, -6), ("volume_oncc20=-12 volume_stepcc20=6", 127, -12),
      ("pan_oncc20=-100", 127, 3.01),
      ("amp_veltrack=0 amp_veltrack_oncc20=100", 127, -11.9), ("xfin_locc20=0 xfin_hicc20=127", 63.5, -3.01),
      ("xfout_locc20=0 xfout_hicc20=127 xf_cccurve=gain", 63.5, -6.02),
    ] as [(String, Double, Double)])
  func `Controllers move loudness while notes sound`(opcodes: String, value: Double, wanted: Double) throws {
    let text = "<curve> curve_index=7 v000=0 v064=0.75 v127=1 <region> sample=a.wav amp_veltrack=0 \(opcodes)"
    let velocity = opcodes.contains("veltrack") ? 64 : 127
    let before = try Rig.decibels(text, velocity: velocity) { $0.move("cc20", to: value) }
    #expect(abs(before - wanted) < 0.1 || wanted < -100 && before < -60, "\(before)")
    let rig = try Rig(text)
    rig.start(velocity: velocity)
    rig.render(4_800)
    rig.move("cc20", to: value)
    let after = Rig.decibels(rig.render(9_600)[9_000])
    #expect(abs(after - wanted) < 0.1 || wanted < -100 && after < -60, "\(after)")
  }

  @Test func `A controller moves without a step, and slowly if it is smoothed`() throws {
    let rig = try Rig("<region> sample=a.wav amplitude_oncc20=100 amplitude_smoothcc20=100")
    rig.start()
    rig.render(4_800)
    rig.move("cc20", to: 127)
    let sound = rig.render(48_000)
    #expect(abs(sound[4_800] - 0.0632) < 0.003 && sound[47_000] > 0.0999)
    #expect(sound.greatestStep < 0.001)
  }

  @Test func `Controllers beyond MIDI's are widgets that choose and move regions`() throws {
    let rig = try Rig(
      """
      <control> label_cc200=Room set_cc200=127 set_cc511=0
      <region> sample=a.wav locc200=1 amplitude_oncc511=100
      """)
    #expect(rig.engine.controllerWidgets.map(\.controller) == [200, 511])
    rig.move("cc511", to: 127)
    rig.start()
    #expect(abs(rig.render(4_800)[4_700] - 0.1) < 0.001)
    rig.release()
    rig.render(4_800)
    rig.move("Room", to: 0)
    rig.start(serial: 2)
    #expect(rig.render(4_800)[4_700] == 0)
  }

  @Test func `Release times follow a controller`() throws {
    for (value, isLong) in [(0.0, false), (64, true)] {
      let rig = try Rig("<region> sample=a.wav ampeg_release_oncc72=2")
      rig.move("cc72", to: value)
      rig.start()
      rig.render(4_800)
      rig.release()
      // A thousandth is left after the time.
      let sound = rig.render(24_000)
      let halfway = Double(sound[24_000 - 1]) / 0.1
      #expect(isLong ? abs(20 * log10(halfway) + 29.8) < 1 : halfway == 0, "\(halfway)")
    }
  }

  @Test func `A controller begins a region when it comes into its range`() throws {
    let rig = try Rig(
      "<control> set_cc20=10\n<region> sample=a.wav key=-1 on_locc20=64 on_hicc20=127 end=4799")
    #expect(rig.render(4_800).peak == 0)
    rig.move("cc20", to: 70)
    #expect(abs(rig.render(2_400)[2_000] - 0.1) < 0.001)
    rig.render(9_600)
    rig.move("cc20", to: 80)
    #expect(rig.render(2_400).peak == 0)
  }

  // MARK: Releases, limits and chokes

  @Test func `A release sample decays with the time that its note has sounded`() throws {
    let rig = try Rig(
      "<region> sample=a.wav volume=-100 <region> sample=a.wav trigger=release rt_decay=12")
    rig.start()
    rig.render(24_000)
    rig.release()
    let heard = Rig.decibels(rig.render(4_800)[4_000])
    #expect(abs(heard + 6) < 0.1, "\(heard)")
  }

  @Test(arguments: [("", Float(0)), ("rt_dead=on", 0.1)], ["end=480", "ampeg_hold=0.01 ampeg_sustain=0"])
  func `A release sample sounds after its note has ended only if it may`(
    release: (opcode: String, wanted: Float), note: String
  ) throws {
    let (opcode, wanted) = release
    let rig = try Rig("<region> sample=a.wav \(note) <region> sample=a.wav trigger=release \(opcode)")
    rig.start()
    rig.render(9_600)
    rig.release()
    #expect(abs(rig.render(4_800)[4_000] - wanted) < 0.001)
  }

  @Test func `A key that is let go plays its own region`() throws {
    let rig = try Rig("<region> sample=a.wav amplitude=10 <region> sample=a.wav trigger=release_key")
    rig.start()
    rig.render(4_800)
    rig.release()
    #expect(abs(rig.render(4_800)[4_000] - 0.1) < 0.001)
  }

  @Test(
    arguments: [
      ("polyphony=1", 1), ("polyphony=2", 2), ("", 3), ("note_polyphony=1", 1), ("note_polyphony=2", 2),
    ])
  func `Groups have limits, for all their notes or those of one key`(opcode: String, wanted: Int) throws {
    let rig = try Rig("<group> \(opcode)\n<region> sample=a.wav")
    for voice in 0..<3 {
      rig.start(voice, serial: UInt32(voice))
      rig.render(960)
    }
    #expect(abs(rig.render(960)[900] - 0.1 * Float(wanted)) < 0.001)
    let other = try Rig("<group> \(opcode)\n<region> sample=a.wav")
    for voice in 0..<2 {
      other.start(voice, key: 60 + voice, serial: UInt32(voice))
      other.render(960)
    }
    let both: Float = opcode == "polyphony=1" ? 0.1 : 0.2
    #expect(abs(other.render(960)[900] - both) < 0.001)
  }

  @Test func `A softer note does not end a louder one on its key, unless it may`() throws {
    for (opcode, wanted) in [("", 0.2), ("note_selfmask=off", 0.1)] as [(String, Float)] {
      let rig = try Rig("<region> sample=a.wav amp_veltrack=0 note_polyphony=1 \(opcode)")
      rig.start(0, velocity: 100)
      rig.render(960)
      rig.start(1, velocity: 50, serial: 2)
      #expect(abs(rig.render(960)[900] - wanted) < 0.001)
    }
  }

  @Test(
    arguments: [
      ("off_mode=fast", 0, 0), ("off_mode=normal ampeg_release=0.4", 0.0422, 0.0178),
      ("off_mode=time off_time=0.1 off_shape=0", 0.05, 0),
      ("off_mode=time off_time=0.1 off_shape=-5", 0.0076, 0),
    ] as [(String, Float, Float)])
  func `A choked region ends as it says`(opcodes: String, soon: Float, later: Float) throws {
    let rig = try Rig(
      "<region> key=60 sample=a.wav off_by=2 \(opcodes) <region> key=61 sample=*silence group=2")
    rig.start(0, key: 60)
    rig.render(9_600)
    rig.start(1, key: 61, serial: 2)
    let sound = rig.render(9_600)
    #expect(
      abs(sound[2_400] - soon) < 0.003 && abs(sound[4_800] - later) < 0.003, "\(sound[2_400]) \(sound[4_800])"
    )
  }
}
