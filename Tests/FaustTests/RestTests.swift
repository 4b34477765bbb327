import Foundation
import SpinetEngine
import SpinetFaust
import SpinetWidgets
import Testing

/// What happens when the card has rested, a widget has moved meanwhile, and a note wakes the card.
struct RestTests {
  /// How many frames a block may compute besides those that are heard: 8 ms, where half a second used to be computed.
  private static let mostFrames = 384

  /// The smoothed level on the left; on the right the number of frames that all states have computed so far.
  private static func countingProgram(_ smoother: String) throws -> String {
    let path = try Stage.file(
      """
      import("stdfaust.lib");
      count = ffunction(float counted(float), "count.h", "");
      level = hslider("level",0.5,0,1000,0.01) : \(smoother);
      process = button("gate") * level, button("gate") * count(no.noise);
      """)
    try "static long frames;\nstatic float counted(float x) { return (float)++frames; }\n".write(
      toFile: path.replacing("test.dsp", with: "count.h"), atomically: true, encoding: .utf8)
    return path
  }

  /// The frames computed for one block, after a rest in which the level has moved.
  private func framesToWake(_ stage: Stage, to level: Double, block: Int) throws -> (Int, [Float]) {
    stage.start(0, hertz: 440)
    let before = stage.render(block).right.last ?? .nan
    // Fades for 5 ms, and is free.
    stage.send([.steal(VoiceNumber(0))])
    _ = stage.render(4800)
    stage.rest(seconds: 3)
    try stage.widget("level").set(level)
    stage.start(0, hertz: 440, serial: 2)
    let sound = stage.render(block, block: block)
    return (Int((sound.right.last ?? .nan) - before) - 240, sound.left)
  }

  @Test(arguments: ["si.smoo", "si.smoo : si.smoo", "ba.line(4800)", "_"], [16, 128, 1024])
  func `The block in which a program wakes computes little that is not heard`(
    smoother: String, block: Int
  ) throws {
    let stage = try Stage(path: try Self.countingProgram(smoother))
    let (frames, _) = try framesToWake(stage, to: 1, block: block)
    // The voice, and the template beside it.
    #expect(frames <= 2 * block + Self.mostFrames)
    #expect(frames >= block)
  }

  @Test func `A rest in which nothing moves costs nothing`() throws {
    let stage = try Stage(path: try Self.countingProgram("si.smoo"))
    let (frames, _) = try framesToWake(stage, to: 0.5, block: 128)
    #expect(frames == 128)
  }

  @Test(
    arguments: [
      "si.smoo", "si.smoo : si.smoo", "si.smooth(ba.tau2pole(0.03))",
      "si.smoo : *(2) : max(0) : sqrt <: * : /(2)",
      "@(10) : si.smoo",
    ], [0.001, 1, 1000.0])
  func `What is smoothed has arrived before the first note after a rest`(smoother: String, level: Double)
    throws
  {
    let stage = try Stage(path: try Self.countingProgram(smoother))
    let (_, sound) = try framesToWake(stage, to: level, block: 64)
    #expect(sound.allSatisfy { abs(Double($0) - level) < 0.01 * max(level, 0.5) })
  }

  /// A value beyond its goal could be one of which a program takes a root or a logarithm.
  @Test(arguments: [0, 1.0]) func `What arrives does not go beyond its goal`(level: Double) throws {
    let stage = try Stage(path: try Self.countingProgram("si.smoo"))
    let (_, sound) = try framesToWake(stage, to: level, block: 1024)
    #expect(sound.allSatisfy { $0 >= 0 && $0 <= 1 })
  }

  @Test func `What cannot be foreseen glides, and arrives after as long as while it plays`() throws {
    let stage = try Stage(path: try Self.countingProgram("ba.line(4800)"))
    let (_, sound) = try framesToWake(stage, to: 1, block: 64)
    #expect(sound.allSatisfy { $0 >= 0.49 && $0 <= 1.01 })
    #expect(abs((stage.render(24_000).left.last ?? 0) - 1) < 0.01)
    stage.start(1, hertz: 440)
    #expect(abs((stage.render(64).left.first ?? 0) - 2) < 0.01)
  }
}
