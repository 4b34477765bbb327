import SpinetEngine
import SpinetKeyboard
import SpinetMIDI
import Testing

/// What controllers say of their bends by registered parameters.
struct BendRangeTests {
  private func set(
    _ parameter: UInt8, to values: [(UInt8, UInt8)], on channel: UInt8, _ rig: inout KeyboardRig
  ) {
    for (controller, value) in [(101, 0), (100, parameter)] + values {
      rig.play(0xB0 | channel, controller, value)
    }
  }

  /// The ratio of a bend all the way up, in semitones.
  private func fullBend(_ rig: inout KeyboardRig, channel: UInt8) -> Double? {
    rig.play(0x90 | channel, 60, 100)
    let bend = rig.play(0xE0 | channel, 0, 0).values(.bend).last
    rig.play(0x80 | channel, 60, 0)
    return bend.map { (-12 * $0.logarithm(1) * 1000).rounded() / 1000 }
  }

  @Test func `A bend range without cents is whole, whatever was there before`() {
    var rig = KeyboardRig(.midi)
    set(0, to: [(6, 12), (38, 0)], on: 0, &rig)
    #expect(fullBend(&rig, channel: 0) == 12)
    set(0, to: [(6, 2)], on: 0, &rig)
    #expect(fullBend(&rig, channel: 0) == 2)
    set(0, to: [(6, 2), (38, 50)], on: 0, &rig)
    #expect(fullBend(&rig, channel: 0) == 2.5)
  }

  @Test func `A zone and a bend range that a controller has set outlive the keyboard's file`() {
    var rig = KeyboardRig(.midi)
    set(6, to: [(6, 5)], on: 0, &rig)
    set(0, to: [(6, 7)], on: 9, &rig)
    var other = KeyboardConfiguration.midi
    other.bendRange = 12
    rig.keyboard.reconfigure(other, size: .standard, into: &rig.events)
    #expect(fullBend(&rig, channel: 1) == 48, "a member still")
    #expect(fullBend(&rig, channel: 9) == 7)
    #expect(fullBend(&rig, channel: 10) == 12, "the file's, where nothing was said")
    #expect(rig.play(0x91, 60, 100).names.contains("x"))
  }

  @Test func `A zone that the file alone has goes with the file`() {
    var configuration = KeyboardConfiguration.midi
    configuration.zones = MPEZones(lower: 15, upper: 0)
    var rig = KeyboardRig(configuration)
    #expect(fullBend(&rig, channel: 1) == 48)
    rig.keyboard.reconfigure(.midi, size: .standard, into: &rig.events)
    #expect(fullBend(&rig, channel: 1) == 2)
  }

  @Test func `A bend range told to one member bends what sounds on the others too`() {
    var configuration = KeyboardConfiguration.midi
    configuration.zones = MPEZones(lower: 3, upper: 3)
    var rig = KeyboardRig(configuration)
    for channel: UInt8 in [1, 2, 13] {
      rig.play(0xE0 | channel, 0, 96)
      rig.play(0x90 | channel, 60, 100)
    }
    for (controller, value): (UInt8, UInt8) in [(101, 0), (100, 0)] { rig.play(0xB1, controller, value) }
    let bends = rig.play(0xB1, 6, 24).values(.bend)
    #expect(bends == [2, 2], "of the other zone not")
  }

  @Test(
    arguments: [
      (1, [(6, 64), (38, 0)], 0), (1, [(6, 0), (38, 0)], -1), (1, [(6, 96), (38, 0)], 0.5),
      (2, [(6, 64)], 0), (2, [(6, 76)], 12), (2, [(6, 0)], -64), (2, [(6, 64), (96, 0), (96, 0)], 2),
      (1, [(6, 64), (38, 0), (97, 0)], -0.01),
    ] as [(UInt8, [(UInt8, UInt8)], Double)])
  func `Channel fine and coarse tuning move what sounds on their channel`(
    parameter: UInt8, values: [(UInt8, UInt8)], semitones: Double
  ) {
    var rig = KeyboardRig(.midi)
    set(parameter, to: values, on: 3, &rig)
    let bends = rig.play(0x93, 60, 100).values(.bend) + rig.play(0x94, 60, 100).values(.bend)
    #expect(bends.map { (12_000 * $0.logarithm(1)).rounded() / 1000 } == [semitones, 0])
  }

  @Test func `A tuning moves a note that sounds, adds to its bend and outlives a reset`() {
    var rig = KeyboardRig(.midi)
    rig.play(0x90, 60, 100)
    rig.play(0xE0, 0, 96)
    set(2, to: [(6, 65)], on: 0, &rig)
    #expect(rig.play(0x90, 62, 100).values(.bend).map { (12 * $0.logarithm(1)).rounded() } == [2])
    #expect(rig.play(0xB0, 121, 0).values(.bend).map { (12 * $0.logarithm(1)).rounded() } == [1, 1])
    rig.keyboard.reconfigure(.midi, size: .standard, into: &rig.events)
    #expect(rig.play(0x90, 64, 100).values(.bend).map { (12 * $0.logarithm(1)).rounded() } == [1])
  }
}
