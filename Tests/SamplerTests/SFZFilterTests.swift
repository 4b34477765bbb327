import Foundation
import Listening
import SpinetEngine
import SpinetKeyboard
import SpinetRealtime
import SpinetWidgets
import Testing

@testable import SpinetSampler

private typealias Rig = MultisampleRig

/// Filters, LFOs and envelopes of SFZ texts.
struct SFZFilterTests {
  /// What a filter leaves of a sine of some frequency, in decibels.
  private func response(_ opcodes: String, at frequency: Double, _ move: (MultisampleRig) -> Void = { _ in })
    throws
    -> Double
  {
    let sample = Sample(
      left: (0..<96_000).map { Rig.quiet * Float(sin(2 * .pi * frequency * Double($0) / 48_000)) })
    let rig = try Rig("<region> sample=a.wav pitch_keytrack=0 \(opcodes)", sample)
    move(rig)
    rig.start()
    let sound = rig.render(24_000)[12_000...]
    let rms = Array(sound).rms
    return 20 * log10(rms / (Double(Rig.quiet) / 2.squareRoot()))
  }

  @Test(
    arguments: [
      ("cutoff=1000", 1_000, 0), ("cutoff=1000", 4_000, -24.2), ("cutoff=1000", 500, 0.9),
      ("cutoff=1000", 100, 0),
      ("cutoff=1000 fil_type=lpf_1p", 1_000, -3.01), ("cutoff=1000 fil_type=lpf_1p", 4_000, -12.3),
      ("cutoff=1000 fil_type=hpf_1p", 250, -12.3), ("cutoff=1000 fil_type=hpf_2p", 250, -23.8),
      ("cutoff=1000 fil_type=hpf_2p", 8_000, 0), ("cutoff=1000 fil_type=bpf_2p", 1_000, 0),
      ("cutoff=1000 fil_type=brf_2p", 1_000, -60), ("cutoff=1000 fil_type=lpf_4p", 1_000, 0),
      ("cutoff=1000 fil_type=lpf_4p", 2_000, -22.3), ("cutoff=1000 fil_type=lpf_6p", 2_000, -33.4),
      ("cutoff=1000 resonance=6 fil_type=lpf_4p", 1_000, 12),
      ("cutoff=1000 resonance=6 fil_type=hpf_6p", 1_000, 18),
      ("cutoff=1000 resonance=12", 1_000, 12), ("cutoff=500 fil_keytrack=1200 fil_keycenter=59", 1_000, 0),
      ("cutoff=500 fil_veltrack=1200", 1_000, 0), ("cutoff2=1000 fil2_type=hpf_2p", 250, -23.8),
      ("cutoff=1000 cutoff2=1000", 2_000, -22.3),
      ("eq1_freq=1000 eq1_gain=12 eq1_bw=1", 1_000, 12), ("eq1_freq=1000 eq1_gain=12", 8_000, 0),
      ("eq2_freq=1000 eq2_gain=-12", 1_000, -12), ("eq3_freq=500 eq3_gain=9 eq3_type=hshelf", 6_000, 9),
      ("eq3_freq=2000 eq3_gain=9 eq3_type=lshelf", 60, 9), ("fil_type=comb cutoff=100", 1_000, 0),
      ("fil_type=comb cutoff=100", 1_025, -3.01), ("fil_type=comb cutoff=1000 resonance=6", 2_000, 6),
      ("fil_type=comb cutoff=2000", 1_000, -60),
      ("fil_type=comb cutoff=100 fil2_type=comb cutoff2=100", 1_025, -6.02),
      ("fil_type=comb cutoff=100 fil2_type=comb cutoff2=2000", 1_000, -60),
      ("cutoff2=2000 fil2_type=comb", 1_000, -60),
      ("fil_type=pink", 100, -8.9), ("fil_type=pink", 1_000, -18.9), ("fil_type=pink", 8_000, -27.9),
      ("fil_type=pkf_2p cutoff=1000 resonance=9", 1_000, 9),
      ("fil_type=peq cutoff=1000 fil_gain=-9", 1_000, -9),
      ("fil_type=lsh cutoff=4000 fil_gain=6", 60, 6), ("fil_type=hsh cutoff=500 fil_gain=6", 8_000, 6),
      ("cutoff2=500 fil2_type=hsh fil2_gain_oncc9=6", 8_000, 0),
    ] as [(String, Double, Double)])
  func `Filters and equalizers have their types`(opcodes: String, frequency: Double, wanted: Double) throws {
    let heard = try response(opcodes, at: frequency)
    #expect(abs(heard - wanted) < 0.5 || wanted == -60 && heard < -40, "\(heard)")
  }

  @Test func `A comb of a new note has nothing of the note before`() throws {
    let rig = try Rig("<region> sample=a.wav fil_type=comb cutoff=50 resonance=30")
    rig.start()
    let first = rig.render(4_800)
    rig.release()
    rig.render(96_000)
    rig.start(serial: 2)
    #expect(rig.render(4_800) == first && first.peak > 0.1)
  }

  @Test func `Controllers and envelopes move filters`() throws {
    #expect(
      abs(try response("cutoff=500 cutoff_oncc74=1200", at: 1_000) { $0.move("cc74", to: 127) }) < 0.3)
    #expect(abs(try response("cutoff=500 fileg_depth=1200", at: 1_000)) < 0.3)
    #expect(
      abs(try response("cutoff=500 fileg_depth=2400 fileg_sustain=50 fileg_decay=0.01", at: 1_000)) < 0.3)
    #expect(
      abs(try response("eq1_freq=1000 eq1_gain_oncc9=6", at: 1_000) { $0.move("cc9", to: 127) } - 6) < 0.3)
  }

  // MARK: LFOs and envelopes

  @Test func `An LFO moves the pitch by cents, after its delay`() throws {
    let rig = try Rig(
      "<region> sample=a.wav lfo1_freq=5 lfo1_wave=3 lfo1_pitch=1200 lfo1_delay=0.5", Rig.sine)
    rig.start()
    let sound = rig.render(48_000)
    #expect(abs(Array(sound[960..<23_000]).hertz() - 1_000) < 2)
    #expect(abs(Array(sound[24_300..<28_500]).hertz() - 2_000) < 6)
    #expect(abs(Array(sound[29_100..<33_300]).hertz() - 500) < 6)
  }

  @Test func `LFOs of both versions of the format move loudness, and controllers their depth`() throws {
    for opcodes in ["amplfo_freq=4 amplfo_depthcc1=6", "lfo1_freq=4 lfo1_volume_oncc1=6 lfo1_wave=1"] {
      let rig = try Rig("<region> sample=a.wav \(opcodes)")
      rig.start()
      let still = rig.render(12_000)[1_000...]
      #expect((still.max() ?? 0) - (still.min() ?? 0) < 0.001)
      rig.move("cc1", to: 127)
      let sound = rig.render(24_000)[2_400...]
      let (low, high) = (Rig.decibels(sound.min() ?? 0), Rig.decibels(sound.max() ?? 0))
      #expect(abs(high - 6) < 0.2 && abs(low + 6) < 0.2, "\(low) \(high)")
    }
  }

  @Test func `An LFO has waves beside its first, and another may move its frequency`() throws {
    let rig = try Rig(
      "<region> sample=a.wav lfo1_freq=1 lfo1_wave=3 lfo1_volume=6 lfo1_wave2=3 lfo1_ratio2=2 lfo1_scale2=0.5 lfo1_offset2=0.5"
    )
    rig.start()
    let sound = rig.render(48_000)
    let levels = [6_000, 18_000, 30_000, 42_000].map { Rig.decibels(sound[$0]) }
    #expect(zip(levels, [12, 6, 0, -6]).allSatisfy { abs($0 - $1) < 0.3 }, "\(levels)")
  }

  @Test func `An LFO without a wave is a triangle, and a slower wave goes on over its cycles`() throws {
    let plain = try Rig("<region> sample=a.wav lfo1_freq=1 lfo1_volume=6")
    plain.start()
    #expect(abs(Rig.decibels(plain.render(9_600)[6_000]) - 3) < 0.1)
    let slow = try Rig(
      "<region> sample=a.wav lfo1_freq=2 lfo1_scale=0 lfo1_wave2=3 lfo1_ratio2=0.5 lfo1_volume=6")
    slow.start()
    let sound = slow.render(48_000)
    let levels = [12_000, 20_000, 30_000, 46_000].map { Rig.decibels(sound[$0]) }
    #expect(zip(levels, [6, 6, -6, -6]).allSatisfy { abs($0 - $1) < 0.3 }, "\(levels)")
  }

  @Test func `The steps of an LFO share its cycle, and controllers move them`() throws {
    let rig = try Rig(
      """
      <region> sample=a.wav lfo1_freq=2 lfo1_wave=1 lfo1_steps=4 lfo1_step1=100 lfo01_step03=-50 lfo1_step4_oncc9=100
      lfo1_volume=6
      """)
    rig.start()
    let sound = rig.render(24_000)
    let levels = [3_000, 9_000, 15_000, 21_000].map { Rig.decibels(sound[$0]) }
    #expect(zip(levels, [6, 0, -3, 0]).allSatisfy { abs($0 - $1) < 0.3 }, "\(levels)")
    rig.move("cc9", to: 127)
    let moved = Rig.decibels(rig.render(24_000)[21_000])
    #expect(abs(moved - 6) < 0.3, "\(moved)")
    let last = try Rig(
      "<region> sample=a.wav lfo1_freq=1 lfo1_steps=2 lfo1_step1=-100 lfo1_volume=6 lfo1_wave=3")
    last.start()
    #expect(abs(Rig.decibels(last.render(9_600)[6_000]) - 6) < 0.3)
  }

  @Test func `A random LFO has a new step twice in a cycle`() throws {
    let rig = try Rig("<region> sample=a.wav lfo1_freq=1 lfo1_wave=12 lfo1_volume=12")
    rig.start()
    let sound = rig.render(96_000)
    let levels = (0..<8).map { Rig.decibels(sound[12_000 * $0 + 6_000]) }
    for half in 0..<4 {
      #expect(abs(levels[2 * half] - levels[2 * half + 1]) < 0.01, "\(levels)")
      if half > 0 { #expect(abs(levels[2 * half] - levels[2 * half - 1]) > 0.01, "\(levels)") }
    }
    #expect(levels.allSatisfy { abs($0) < 12.1 })
  }

  @Test func `Pitch envelopes begin at their depth and decay`() throws {
    let rig = try Rig(
      "<region> sample=a.wav pitcheg_depth=1200 pitcheg_hold=0.2 pitcheg_decay=0.1 pitcheg_sustain=0",
      Rig.sine)
    rig.start()
    let sound = rig.render(48_000)
    #expect(abs(Array(sound[960..<9_000]).hertz() - 2_000) < 5)
    #expect(abs(Array(sound[24_000...]).hertz() - 1_000) < 2)
  }

  @Test func `An envelope of points goes through them and waits at one`() throws {
    let rig = try Rig(
      """
      <region> sample=a.wav ampeg_release=1 eg1_time1=0 eg1_level1=1 eg1_time2=0.25 eg1_level2=0 eg1_sustain=2
      eg1_time3=0.1 eg1_level3=1 eg1_volume=6
      """)
    rig.start()
    let sound = rig.render(24_000)
    let levels = [200, 6_000, 20_000].map { Rig.decibels(sound[$0]) }
    #expect(zip(levels, [6, 3, 0]).allSatisfy { abs($0 - $1) < 0.3 }, "\(levels)")
  }

  @Test func `An envelope of points that is let go early goes on to what comes after its sustain`() throws {
    let rig = try Rig(
      """
      <region> sample=a.wav loop_mode=loop_continuous ampeg_release=5 ampeg_release_shape=0 eg1_time1=0 eg1_level1=0
      eg1_time2=1 eg1_level2=1 eg1_sustain=2 eg1_time3=0.5 eg1_level3=0 eg1_volume=12
      """)
    rig.start()
    let before = Rig.decibels(rig.render(24_000)[23_900])
    rig.release()
    // A quarter of a second later half of it is left, and the release has taken a twentieth of the level.
    let after = Rig.decibels(rig.render(24_000)[12_000])
    #expect(abs(before - 6) < 0.3 && abs(after - 2.55) < 0.3, "\(before) \(after)")
  }

  @Test(
    arguments: [
      ("ampeg_attack=0.2", 0.05, 0.1, 0.1), ("ampeg_attack=0.2 ampeg_attack_shape=4", 0.0119, 0.1, 0.1),
      ("ampeg_attack=0.2 ampeg_attack_shape=-4", 0.0881, 0.1, 0.1),
      ("ampeg_decay=0.2 ampeg_sustain=50 ampeg_decay_shape=0", 0.075, 0.05, 0.05),
      ("ampeg_decay=0.2 ampeg_sustain=0 ampeg_decay_shape=-3", 0.0182, 0, 0),
      ("ampeg_attack=0.2 ampeg_start=50 ampeg_attack_shape=-4", 0.0940, 0.1, 0.1),
    ] as [(String, Float, Float, Float)])
  func `Envelopes have their shapes`(opcodes: String, halfway: Float, after: Float, later: Float) throws {
    let rig = try Rig("<region> sample=a.wav \(opcodes)")
    rig.start()
    let sound = rig.render(24_000)
    let heard = [sound[4_800], sound[9_700], sound[20_000]]
    #expect(zip(heard, [halfway, after, later]).allSatisfy { abs($0 - $1) < 0.001 }, "\(heard)")
  }

  @Test(arguments: [("0", Float(0.05)), ("-3", 0.0182)])
  func `A release has its shape, from wherever it begins`(shape: String, halfway: Float) throws {
    let rig = try Rig("<region> sample=a.wav ampeg_release=0.2 ampeg_release_shape=\(shape)")
    rig.start()
    rig.render(4_800)
    rig.release()
    let sound = rig.render(9_600)
    #expect(abs(sound[4_800] - halfway) < 0.002 && abs(sound[9_599]) < 0.001, "\(sound[4_800])")
  }

  @Test func `The loudness envelope waits, and begins at its start`() throws {
    let rig = try Rig("<region> sample=a.wav ampeg_delay=0.1 ampeg_start=50 ampeg_attack=0.2")
    rig.start()
    let sound = rig.render(24_000)
    #expect(sound[4_000] == 0 && abs(sound[4_960] - 0.053) < 0.004 && abs(sound[20_000] - 0.1) < 0.001)
  }

  @Test func `Velocity moves envelopes`() throws {
    let rig = try Rig("<region> sample=a.wav amp_veltrack=0 ampeg_vel2attack=0.4")
    rig.start(velocity: 127)
    #expect(abs(rig.render(9_601)[9_600] - 0.05) < 0.003)
  }
}
