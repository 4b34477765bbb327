import Foundation
import SpinetKeyboard
import SystemPackage
import Testing

/// The same input through Faust's own plot program, compiled by the same kind of compiler from its C++.
struct PlotTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let voice: String
    var testDescription: String { name }
  }

  private static let cases = [
    Case(name: "oscillator", voice: "os.osc(freq) * gain * gate"),
    Case(
      name: "filtered sawtooth",
      voice: "os.sawtooth(freq) * en.adsr(0.01,0.1,0.6,0.3,gate) : fi.lowpass(4,900)"),
    Case(name: "string", voice: "pm.ks(freq : pm.f2l, 0.01, (gate : ba.impulsify))"),
    Case(
      name: "noise and reverberation",
      voice: "no.noise * en.ar(0.001,0.2,gate) <: re.zita_rev1_stereo(0,200,6000,3,2,44100)"),
  ]

  private static let frames = 8192

  @Test(arguments: cases) func `A voice is what Faust plots`(example: Case) throws {
    let library = "import(\"stdfaust.lib\");\n"
    let constants = "freq = 330; gain = 0.5; gate = 1;\n"
    let controls = """
      freq = hslider("freq",440,20,9999,0.01); gain = hslider("gain",1,0,1,0.01); gate = button("gate");

      """
    let plotted = try plot(library + constants + "process = \(example.voice);")
    let rig = try FaustRig(library + controls + "process = \(example.voice);", framesPerSecond: 44_100)
    rig.start(0, hertz: 330, gain: 0.5)
    let sound = rig.render(Self.frames).left
    #expect(plotted.count == Self.frames)
    let loudest = plotted.peak
    #expect(loudest > 0.01)
    let difference = zip(sound, plotted).map { $0 - $1 }.peak
    #expect(difference < 1e-3 * loudest)
  }

  /// What the first channel of a program says, by Faust's own means.
  private func plot(_ text: String) throws -> [Float] {
    let path = try FaustRig.file(text, named: "plot.dsp")
    let folder = path.removingLastComponent()
    try run("faust", "-a", "plot.cpp", "-o", "\(folder)/plot.cpp", path.string)
    try run("g++", "-O3", "-ffast-math", "-march=native", "-w", "-o", "\(folder)/plot", "\(folder)/plot.cpp")
    let output = try run("\(folder)/plot", "-n", "\(Self.frames)")
    return output.split(separator: "\n").compactMap { line in
      line.split(separator: "\t").first.flatMap { Float($0) }
    }
  }

  @discardableResult private func run(_ words: String...) throws -> String {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    process.standardOutput = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(words.joined(separator: " "))")
    return output
  }
}
