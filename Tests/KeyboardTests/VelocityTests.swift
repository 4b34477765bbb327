import SpinetEngine
import SpinetFormats
import SpinetKeyboard
import SpinetRealtime
import Testing

/// Velocity curves and transposition: what a file says about every note.
struct VelocityTests {
  private func rig(_ text: String) throws -> KeyboardRig {
    let file = try KeyboardFile("Max Keyboard Polyphony: 16\n\(text)\n", file: "x.yaml") { _ in "" }
    return KeyboardRig(file.configuration)
  }

  @Test(
    arguments: [
      ("linear", [1, 64, 127], [1, 64, 127]),
      ("soft", [1, 64, 127], [10, 88, 127]),
      ("hard", [1, 64, 127], [0, 40, 127]),
      ("fixed 100", [1, 64, 127], [100, 100, 100]),
      ("[[0, 20], [64, 100], [127, 120]]", [1, 32, 64, 127], [21, 60, 100, 120]),
      ("[[32, 10], [96, 127]]", [1, 32, 64, 96, 127], [10, 10, 69, 127, 127]),
    ] as [(String, [UInt8], [Double])])
  func `A velocity curve gives each note its gain`(
    curve: String, struck: [UInt8], sounding: [Double]
  ) throws {
    var rig = try rig("velocity: \(curve)")
    for (velocity, expected) in zip(struck, sounding) {
      let gain = rig.play(0x90, 60, velocity).values(.gain).first ?? -1
      #expect((gain * 127).rounded() == expected)
      rig.play(0x80, 60, 0)
    }
  }

  @Test(arguments: [
    ("velocity: loud", 2), ("velocity: fixed 0", 2), ("velocity: fixed", 2), ("velocity: [[0, 0]]", 2),
    ("velocity: [[64, 0], [32, 127]]", 2), ("velocity: [[0, 0], [64, 128]]", 2), ("velocity: [1, 2]", 2),
    ("transpose: 61", 2), ("transpose: half", 2),
  ])
  func `What is no curve is told with its place`(text: String, line: Int) throws {
    let errors = #expect(throws: SpinetError.self) { try rig(text) }
    #expect(errors?.diagnostics.first?.location.line == line)
  }

  @Test func `A transposed keyboard shifts keys and fingers, and the octave goes with it`() throws {
    var rig = try rig("transpose: -5")
    #expect(rig.play(0x90, 60, 100).notes == [55])
    let finger = rig.down(1, 0, 0).notes
    var plain = try self.rig("transpose: 0")
    #expect(finger.first == plain.down(1, 0, 0).notes.first.map { $0 - 5 })
    rig.keyboard.octave = 1
    #expect(rig.play(0x90, 62, 100).notes == [69])
    // The key that was struck before finds its note.
    #expect(rig.play(0x80, 60, 0).releases == [0])
  }
}
