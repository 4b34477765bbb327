import Foundation
import SpinetFaust
import SpinetKeyboard
import SpinetLibrary
import SpinetRealtime
import SpinetWidgets
import SystemPackage
import Testing

/// The smartKeyboard examples that Debian's package `faust` installs: other people's files, as they are.
struct SmartKeyboardExampleTests {
  private static let folder = "/usr/share/faust/examples/smartKeyboard"

  private static let names =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
    .filter { $0.hasSuffix(".dsp") }.sorted()

  @Test func `All twenty are there`() { #expect(Self.names.count == 20) }

  /// Fingers on every row, and notes; sensors are shaken, and who listens is blown into.
  @Test(arguments: names) func `An example compiles and is heard`(name: String) throws {
    let rig = try FaustRig(path: FilePath("\(Self.folder)/\(name)"))
    rig.heard = breath()
    let rows = try #require(rig.interface.keyboard).rows.count
    var sound: [Float] = []
    for row in 0..<rows {
      let y = (Double(row) + 0.5) / Double(rows) * 768
      rig.down(row, 100, y)
      sound += rig.render(2400).left
      for step in 1...8 {
        shake(rig, isUp: step > 4)
        rig.move(row, 100 + Double(step) * 100, y)
        sound += rig.render(1200).left
      }
    }
    for row in 0..<rows { rig.lift(row, 900, (Double(row) + 0.5) / Double(rows) * 768) }
    for key: UInt8 in [48, 60, 72] { rig.play(0x90, key, 100) }
    sound += rig.render(9600).left
    for key: UInt8 in [48, 60, 72] { rig.play(0x80, key, 0) }
    sound += rig.render(9600).left
    let isFinite = sound.allSatisfy(\.isFinite)
    #expect(isFinite)
    #expect(sound.peak > 0.01)
    #expect(rig.program.notes + rig.interface.notes == [])
  }

  /// What it sounds like before the notes, while they are held, and long after them.
  @Test(arguments: names) func `An example is played by a controller's keys alone`(name: String) throws {
    let rig = try FaustRig(path: FilePath("\(Self.folder)/\(name)"))
    // It listens; without breath it is silent whatever the fingers do.
    if name == "clarinet.dsp" { rig.heard = breath() }
    let before = rig.render(96_000).left.suffix(24_000)
    var notes: [[Float]] = []
    for key: UInt8 in [60, 64, 67, 73] {
      rig.play(0x90, key, 100)
      notes.append(rig.render(24_000).left)
      rig.play(0x80, key, 0)
      notes.append(rig.render(4800).left)
    }

    let isSounding = Array(before).peak > 0.01
    for note in notes.enumerated() where note.offset % 2 == 0 {
      let isFinite = note.element.allSatisfy(\.isFinite)
      #expect(isFinite)
      #expect(isSounding || note.element.peak > 0.01)
    }
  }

  private func breath() -> SampleBuffer {
    let breath = SampleBuffer(capacity: 1024)
    for frame in 0..<1024 { breath.left[frame] = frame % 2 == 0 ? 0.9 : -0.9 }
    return breath
  }

  private func shake(_ rig: FaustRig, isUp: Bool) {
    for motion in rig.program.motions {
      motion.widget.set(reading: isUp ? motion.curve.high : motion.curve.low, through: motion.curve)
    }
  }
}
