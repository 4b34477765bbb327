import Foundation
import SpinetEngine
import SpinetFaust
import SpinetFormats
import SpinetKeyboard
import SpinetLibrary
import SpinetMapping
import SpinetTools
import SpinetWidgets
import SystemPackage
import Testing

/// The programs in `examples/faust`, each with the mapping beside it.
struct ExampleProgramTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "examples/faust").path

  private static let names =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
    .filter { $0.hasSuffix(".dsp") }.map { String($0.dropLast(4)) }.sorted()

  private func rig(_ name: String) throws -> FaustRig {
    try FaustRig(path: FilePath("\(Self.folder)/\(name).dsp"))
  }

  private func mapping(_ name: String, _ program: FaustProgram) throws -> Mapping {
    let bytes = try #require(FileManager.default.contents(atPath: "\(Self.folder)/\(name).yaml"))
    return try Mapping(bytes: [UInt8](bytes), file: "\(name).yaml", for: WidgetSet(program.widgets))
  }

  @Test func `There are five`() { #expect(Self.names == ["bowl", "drone", "fm", "plucked", "subtractive"]) }

  @Test(arguments: names) func `An example has a keyboard and says nothing odd`(name: String) throws {
    let rig = try rig(name)
    #expect(rig.interface.keyboard != nil)
    #expect(rig.program.notes + rig.interface.notes == [])
  }

  /// Controllers of the mapping from end to end, notes under them: heard, bounded, and silent in the end.
  @Test(arguments: names) func `An example plays a phrase from its mapping`(name: String) throws {
    let rig = try rig(name)
    let widgets = WidgetSet(rig.program.widgets)
    let mapping = try mapping(name, rig.program)
    var sound: [Float] = []
    for (step, key) in ([48, 55, 60, 62] as [UInt8]).enumerated() {
      let events = mapping.entries.compactMap { entry in
        if case .cc(let number) = entry.control.kind {
          return "0 B0\(Self.hexadecimal(number))\(Self.hexadecimal(UInt8(step * 42)))"
        }
        return nil
      }
      let note = "1 90\(Self.hexadecimal(key))64\n2 80\(Self.hexadecimal(key))00"
      let lines = try MappingTrace.lines(
        of: (events + [note]).joined(separator: "\n"), file: "trace", mapping: mapping, widgets: widgets,
        portNames: [])
      #expect(lines.count { $0.contains("\"widget\"") } >= events.count / 2)
      rig.play(0x90, key, 100)
      sound += rig.render(9600).left
      rig.play(0x80, key, 0)
    }
    let isFinite = sound.allSatisfy(\.isFinite)
    #expect(isFinite)
    #expect(sound.peak > 0.05)
    #expect(sound.peak < 4)
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return digits.count == 1 ? "0" + digits : digits
  }

  @Test(arguments: ["plucked", "fm", "subtractive"], [110.0, 220.0])
  func `An example is in tune`(name: String, hertz: Double) throws {
    let rig = try rig(name)
    if name == "subtractive" { try rig.widget("detune").set(0) }
    if name == "fm" { try rig.widget("depth").set(0) }
    rig.start(0, hertz: hertz)
    _ = rig.render(9600)
    let sound = rig.render(9600).left
    #expect(abs(sound.pitch(near: hertz) / hertz - 1) < 0.006)
  }

  @Test func `Fingers open the drone`() throws {
    let rig = try rig("drone")
    #expect(rig.render(9600).left.peak < 1e-6)
    rig.down(0, 100, 100)
    #expect(rig.render(48_000).left.peak > 0.05)
    rig.down(1, 900, 700)
    #expect(rig.render(48_000).right.peak > 0.05)
    rig.lift(0, 100, 100)
    _ = rig.render(480_000)
    #expect(rig.render(9600).left.peak < 1e-3)
  }
}

extension [Float] {
  /// The frequency within a third of `hertz` at which the sound is most like itself.
  fileprivate func pitch(near hertz: Double, framesPerSecond: Double = 48_000) -> Double {
    let period = framesPerSecond / hertz
    func likeness(_ lag: Int) -> Float {
      zip(self, dropFirst(lag)).prefix(6000).map { $0 * $1 }.reduce(0, +)
    }
    let lags = Int(period * 0.75)...Int(period * 1.3)
    let best = lags.max { likeness($0) < likeness($1) } ?? 1
    // A parabola through the top and its neighbours.
    let (before, top, after) = (likeness(best - 1), likeness(best), likeness(best + 1))
    let shift = (before - after) / (2 * (before - 2 * top + after))
    return framesPerSecond / (Double(best) + Double(shift))
  }
}
