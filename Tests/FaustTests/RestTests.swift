import Foundation
import SpinetEngine
import SpinetFaust
import SpinetWidgets
import SystemPackage
import Testing

/// A note wakes the card after a rest, during which a widget has moved.
struct RestTests {
  /// The most frames that the waking block may compute beyond its own: 8 ms.
  private static let mostFrames = 384

  /// On the left the smoothed level; on the right the number of frames that all instances have computed so far.
  private static func countingProgram(_ smoother: String) throws -> FilePath {
    let path = try FaustRig.file(
      """
      import("stdfaust.lib");
      count = ffunction(float counted(float), "count.h", "");
      level = hslider("level",0.5,0,1000,0.01) : \(smoother);
      process = button("gate") * level, button("gate") * count(no.noise);
      """)
    try "static long frames;\nstatic float counted(float x) { return (float)++frames; }\n".write(
      toFile: path.removingLastComponent().appending("count.h").string, atomically: true, encoding: .utf8)
    return path
  }

  /// The frames computed for the first block after a rest in which the level moves, and the sound of that block.
  private func framesToWake(_ rig: FaustRig, to level: Double, block: Int) throws -> (Int, [Float]) {
    rig.start(0, hertz: 440)
    let before = rig.render(block).right.last ?? .nan
    // The lane fades out in 240 frames.
    rig.send([.steal(VoiceNumber(0))])
    _ = rig.render(4800)
    rig.rest(seconds: 3)
    try rig.widget("level").set(level)
    rig.start(0, hertz: 440, serial: 2)
    let sound = rig.render(block, block: block)
    return (Int((sound.right.last ?? .nan) - before) - 240, sound.left)
  }

  @Test(arguments: ["si.smoo", "si.smoo : si.smoo", "ba.line(4800)", "_"], [16, 128, 1024])
  func `The block that wakes a program computes few frames beyond its own`(
    smoother: String, block: Int
  ) throws {
    let rig = try FaustRig(path: try Self.countingProgram(smoother))
    let (frames, _) = try framesToWake(rig, to: 1, block: block)
    // The voice and the template each compute the block.
    #expect(frames <= 2 * block + Self.mostFrames)
    #expect(frames >= block)
  }

  @Test func `A rest in which nothing moves costs nothing`() throws {
    let rig = try FaustRig(path: try Self.countingProgram("si.smoo"))
    let (frames, _) = try framesToWake(rig, to: 0.5, block: 128)
    #expect(frames == 128)
  }

  @Test(
    arguments: [
      "si.smoo", "si.smoo : si.smoo", "si.smooth(ba.tau2pole(0.03))",
      "si.smoo : *(2) : max(0) : sqrt <: * : /(2)",
      "@(10) : si.smoo",
    ], [0.001, 1, 1000.0])
  func `Smoothed values have arrived when the first note after a rest starts`(smoother: String, level: Double)
    throws
  {
    let rig = try FaustRig(path: try Self.countingProgram(smoother))
    let (_, sound) = try framesToWake(rig, to: level, block: 64)
    #expect(sound.allSatisfy { abs(Double($0) - level) < 0.01 * max(level, 0.5) })
  }

  /// A program may take the root or the logarithm of a value, and so fail beyond its range.
  @Test(arguments: [0, 1.0]) func `Smoothed values do not go beyond their targets`(level: Double) throws {
    let rig = try FaustRig(path: try Self.countingProgram("si.smoo"))
    let (_, sound) = try framesToWake(rig, to: level, block: 1024)
    #expect(sound.allSatisfy { $0 >= 0 && $0 <= 1 })
  }

  @Test func `A linear ramp glides after a rest, as it does while the card plays`() throws {
    let rig = try FaustRig(path: try Self.countingProgram("ba.line(4800)"))
    let (_, sound) = try framesToWake(rig, to: 1, block: 64)
    #expect(sound.allSatisfy { $0 >= 0.49 && $0 <= 1.01 })
    #expect(abs((rig.render(24_000).left.last ?? 0) - 1) < 0.01)
    rig.start(1, hertz: 440)
    #expect(abs((rig.render(64).left.first ?? 0) - 2) < 0.01)
  }
}
