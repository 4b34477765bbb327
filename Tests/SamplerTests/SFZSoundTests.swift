import Foundation
import Listening
import SpinetEngine
import SpinetKeyboard
import SpinetRealtime
import SpinetWidgets
import Testing

@testable import SpinetSampler

private typealias Rig = MultisampleRig

/// What SFZ texts sound like: levels, frequencies and times, as the format defines them.
struct SFZSoundTests {
  @Test(
    arguments: [
      ("volume=-20", 127, -20), ("volume=12", 127, 12), ("amplitude=50", 127, -6.02),
      ("group_volume=-12", 127, -12), ("global_volume=-3 master_volume=-3 volume=-3", 127, -9),
      ("amp_veltrack=100", 64, -11.9), ("amp_veltrack=0", 64, 0), ("amp_veltrack=-100", 100, -8.40),
      ("amp_veltrack=-100", 64, -2.55), ("amp_veltrack=50", 64, -4.07), ("amp_velcurve_100=1", 100, 0),
      ("amp_velcurve_64=0.5", 64, -6.02), ("amp_velcurve_64=0.5", 32, -12.04),
      ("xfin_lovel=1 xfin_hivel=127", 64, -11.9 - 3.01), ("xfout_lovel=1 xfout_hivel=127", 64, -11.9 - 3.01),
      ("xfin_lokey=50 xfin_hikey=70", 127, -3.01), ("xfout_lokey=40 xfout_hikey=60", 127, -180),
      ("xfin_lokey=50 xfin_hikey=70 xf_keycurve=gain", 127, -6.02),
      ("amp_keytrack=1 amp_keycenter=54", 127, 6),
      ("delay=0.15", 127, -180), ("delay=0.09", 127, 0), ("amp_veltrack=100", 127, 0),
      ("sample=*silence", 127, -180),
    ] as [(String, Int, Double)])
  func `Levels are as the format defines them`(opcodes: String, velocity: Int, wanted: Double) throws {
    let heard = try Rig.decibels("<region> sample=a.wav key=60 \(opcodes)", velocity: velocity)
    #expect(abs(heard - wanted) < 0.1 || wanted < -100 && heard < -100, "\(heard)")
  }

  @Test(
    arguments: [
      (0, 1, 1), (-100, 1.4142, 0), (100, 0, 1.4142), (50, 0.5412, 1.3066),
    ] as [(Int, Float, Float)])
  func `Pan keeps the power`(pan: Int, left: Float, right: Float) throws {
    let rig = try Rig("<region> sample=a.wav pan=\(pan)")
    rig.start()
    let heard = rig.render(4_800)[4_000]
    #expect(abs(heard - left * Rig.quiet) < 0.001 && abs(rig.right[4_000] - right * Rig.quiet) < 0.001)
  }

  @Test(
    arguments: [
      ("width=100", 0.2, 0.1), ("width=0", 0.15, 0.15), ("width=-100", 0.1, 0.2),
      ("width=0 position=100", 0, 0.2121), ("pan=-100", 0.2828, 0),
    ] as [(String, Float, Float)])
  func `Stereo samples have a width and a position`(opcodes: String, left: Float, right: Float) throws {
    let stereo = Sample(
      left: [Float](repeating: 0.2, count: 48_000), right: [Float](repeating: 0.1, count: 48_000))
    let rig = try Rig("<region> sample=a.wav \(opcodes)", stereo)
    rig.start()
    let heard = rig.render(4_800)[4_000]
    #expect(abs(heard - left) < 0.001 && abs(rig.right[4_000] - right) < 0.001)
  }

  @Test(
    arguments: [
      ("sample=a.wav", 72, 2_000), ("sample=a.wav tune=100", 60, 1_059.46),
      ("sample=a.wav transpose=12", 60, 2_000),
      ("sample=a.wav pitch_keytrack=50", 72, 1_414.2), ("sample=a.wav pitch_veltrack=1200", 60, 2_000),
      ("sample=a.wav pitch_keycenter=sample", 81, 2_000), ("sample=*sine key=69", 69, 440),
      ("sample=*saw", 72, 523.25), ("sample=*square", 48, 130.81), ("sample=*triangle", 60, 261.63),
      ("sample=a.wav pitcheg_vel2depth=1200 pitcheg_sustain=100", 60, 2_000),
    ] as [(String, Int, Double)])
  func `Pitches are as the format defines them`(opcodes: String, key: Int, wanted: Double) throws {
    let sample = Sample(
      left: (0..<96_000).map { Rig.quiet * Float(sin(2 * .pi * Double($0) / 48)) }, rootNote: 69)
    let rig = try Rig("<region> \(opcodes)", sample)
    rig.start(key: key)
    let heard = Array(rig.render(24_000)[2_400...]).hertz()
    #expect(abs(heard / wanted - 1) < 0.001, "\(heard)")
  }

  @Test func `Bends have their own ranges`() throws {
    let rig = try Rig("<region> sample=a.wav bend_up=1200 bend_down=-700", Rig.sine)
    rig.start()
    rig.bend(semitones: 2)
    #expect(abs(Array(rig.render(9_600)[960...]).hertz() - 2_000) < 3)
    rig.bend(semitones: -2)
    #expect(abs(Array(rig.render(9_600)[960...]).hertz() - 667.4) < 3)
    let usual = try Rig("<region> sample=a.wav", Rig.sine)
    usual.start()
    usual.bend(semitones: 12)
    #expect(abs(Array(usual.render(9_600)[960...]).hertz() - 2_000) < 3)
  }

  @Test func `A sample that ends before its loop ends`() throws {
    let looped = Sample(left: [Float](repeating: Rig.quiet, count: 48_000), loop: 24_000..<48_000)
    let rig = try Rig("<region> sample=a.wav end=4799", looped)
    rig.start()
    let sound = rig.render(48_000)
    #expect(abs(sound[4_600] - Rig.quiet) < 0.001 && sound[5_400...].allSatisfy { $0 == 0 })
  }

  @Test func `An inverted sound is upside down`() throws {
    let rig = try Rig("<region> sample=a.wav phase=invert <region> sample=a.wav key=61 phase=normal")
    rig.start()
    #expect(abs(rig.render(4_800)[4_000] + Rig.quiet) < 0.001)
    rig.release()
    rig.render(4_800)
    #expect(abs(rig.level(key: 61)) < 0.001)
  }

  /// A loop of 0.3 s whose ends are half a cycle apart: the longer it fades, the more cycles are soft.
  @Test(arguments: ["loop_continuous", "loop_sustain"])
  func `A loop fades into its start`(mode: String) throws {
    let seam = "<region> sample=a.wav loop_start=12000 loop_end=26423 loop_mode=\(mode) ampeg_release=2"
    let longest = try [0, 0.05].map { seconds in
      let rig = try Rig("\(seam) loop_crossfade=\(seconds)", Rig.sine)
      rig.start()
      let held = rig.render(60_000)
      rig.release()
      let sound = held + rig.render(24_000)
      // The level of each half cycle: where two waves meet, it dips.
      let levels = stride(from: 2_400, to: 59_900, by: 48).map { Array(sound[$0..<$0 + 48]).rms }
      let dips = levels.filter { $0 < 0.06 }.count
      return (dips: dips, step: sound.greatestStep)
    }
    #expect(longest[1].dips > 3 * longest[0].dips && longest[1].step < 0.0135, "\(longest)")
  }

  @Test func `A level far above the full one is limited, and not lost`() throws {
    let rig = try Rig("<region> sample=a.wav volume=45")
    rig.start()
    let sound = rig.render(9_600)
    #expect(sound[9_000] > 0.9 && sound.peak <= 1)
  }

  @Test func `A keyswitch in the global header switches`() throws {
    let rig = try Rig(
      """
      <global> sw_lokey=24 sw_hikey=35 sw_default=24
      <region> sw_last=24 sample=a.wav lokey=36 amplitude=50
      <region> sw_last=25 sample=a.wav lokey=36
      """)
    #expect(abs(rig.level() - 0.05) < 0.001)
    #expect(rig.level(key: 25) == 0)
    #expect(abs(rig.level() - 0.1) < 0.001)
  }

  @Test func `Other keys that are down, up or played before choose regions`() throws {
    let rig = try Rig(
      """
      <region> key=60 sample=a.wav amplitude=10 sw_down=40
      <region> key=60 sample=a.wav amplitude=20 sw_up=40
      <region> key=60 sample=a.wav amplitude=40 sw_previous=62
      """)
    #expect(abs(rig.level() - 0.02) < 0.001)
    rig.start(1, key: 40)
    rig.render(480)
    #expect(abs(rig.level() - 0.01) < 0.001)
    rig.release(1)
    _ = rig.level(key: 62)
    #expect(abs(rig.level() - 0.06) < 0.001)
  }
}
