import SpinetEngine
import SpinetRealtime
import Testing

@testable import SpinetSampler

/// Samples that play backwards or several times, and LFOs of steps.
struct SFZTurnTests {
  private typealias Rig = MultisampleRig

  @Test func `Steps, directions and counts are read`() throws {
    let text =
      """
      <region> sample=a.wav lfo2_steps=8 lfo2_step03=25 lfo2_step3_oncc7=-40 lfo2_step101=5 direction=reverse
      <region> sample=a.wav count=3 <region> sample=a.wav loop_count=2 count=0 lfo2_steps2=3
      """
    let sfz = try SFZInstrument(file: "a.sfz") { _, _ throws(SpinetError) in Array(text.utf8) }
    let region = sfz.regions[0]
    #expect(region.lfos == [2: [1: LFOWave(shape: LFOWave.stepped, steps: 8)]])
    #expect(region[.step(2, 3)] == 25 && region.modulations[.step(2, 3)]?[7]?.depth == -40)
    #expect(sfz.regions.map(\.isReversed) == [true, false, false])
    #expect(sfz.regions.map(\.count) == [nil, 3, nil] && sfz.regions[2].loopCount == 2)
    #expect(sfz.regions.map(\.playsStraight) == [false, false, true])
    #expect(
      sfz.notes == ["a.sfz:1: lfo2_step101 is not read", "a.sfz:2: lfo2_steps2 is not read"])
  }

  /// A second that is soft, and one that is loud.
  private static let stairs = Sample(
    left: [Float](repeating: 0.05, count: 48_000) + [Float](repeating: 0.1, count: 48_000))

  @Test(
    arguments: [
      ("", [0.05, 0.1, 0]), ("direction=forward", [0.05, 0.1, 0]), ("direction=sideways", [0.05, 0.1, 0]),
      ("direction=reverse", [0.1, 0.05, 0]), ("direction=reverse offset=48000", [0.05, 0, 0]),
      ("direction=reverse end=47999", [0.05, 0, 0]),
      ("direction=reverse loop_mode=loop_continuous loop_start=48000", [0.1, 0.1, 0.1]),
      ("direction=reverse loop_mode=loop_continuous loop_end=47999", [0.1, 0.05, 0.05]),
    ] as [(String, [Float])])
  func `A sample plays in its direction`(opcodes: String, wanted: [Float]) throws {
    let rig = try Rig("<region> sample=a.wav \(opcodes)", Self.stairs)
    rig.start()
    let sound = rig.render(144_000)
    let heard = [24_000, 72_000, 120_000].map { sound[$0] }
    #expect(zip(heard, wanted).allSatisfy { abs($0 - $1) < 0.001 }, "\(heard)")
  }

  /// A recording of 0.2 s, whose key is let go before its end.
  @Test(
    arguments: [
      ("count=1", 9_600), ("count=3", 28_800), ("count=3 offset=4800", 14_400),
      ("count=2 direction=reverse", 19_200),
      ("count=2 direction=reverse offset=4800", 9_600), ("count=2 loop_mode=loop_continuous", 19_200),
      ("count=0 loop_mode=one_shot", 9_600), ("count=x loop_mode=one_shot", 9_600),
      ("loop_count=2 loop_mode=loop_continuous loop_start=2400 loop_end=4799 ampeg_release=100", 14_400),
    ])
  func `A sample plays as often as is said`(opcodes: String, frames: Int) throws {
    let rig = try Rig(
      "<region> sample=a.wav ampeg_release_shape=40 \(opcodes)",
      Sample(left: [Float](repeating: 0.1, count: 9_600)))
    rig.start()
    rig.render(480)
    rig.release()
    let sound = rig.render(48_000)
    let end = 480 + (sound.lastIndex { $0 > 0.05 } ?? 0)
    #expect(abs(end - frames) < 480, "\(end)")
    #expect(sound[..<(frames - 1_000)].allSatisfy { abs($0 - 0.1) < 0.001 })
  }
}
