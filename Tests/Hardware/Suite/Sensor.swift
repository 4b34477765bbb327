import Foundation

/// A touch screen, a motion sensor or a camera under the suite's hands.
final class Sensor {
  enum Kind: String { case screen, pad, motion }

  /// The kernel asks some sensors questions that their gadgets do not answer, and waits each time.
  private static let timeLimitSeconds = 180.0

  private let program: Program
  private let pipe: FileHandle

  /// Makes the device and waits until the kernel has it.
  convenience init(_ kind: Kind, named name: String, by script: String) throws {
    try self.init(name, [script, kind.rawValue, name])
  }

  /// - Parameter words: a script that makes the device, and takes a pipe behind them.
  init(_ name: String, _ words: [String]) throws {
    let path = "/tmp/hardware/\(name).pipe"
    _ = unlink(path)
    guard mkfifo(path, 0o600) == 0 else {
      throw Mismatch(seen: String(cString: strerror(errno)), expected: "a pipe at \(path)")
    }
    let program = try Program(words + [path])
    self.program = program
    try expect(
      soon(seconds: Self.timeLimitSeconds) { !program.output.isEmpty },
      seen: "\(words[0]): \(program.errors)",
      expected: "the kernel has the device \(name)")
    // Opened only now: both ends wait for each other.
    pipe = try FileHandle(forWritingTo: URL(filePath: path))
  }

  /// One report: pairs of an axis and its number.
  func report(_ axes: (code: Int, value: Int)...) throws {
    try say(axes.map { "\($0.code) \($0.value)" }.joined(separator: " "))
  }

  /// A finger comes down in a slot, or goes to another place.
  func touch(_ finger: Int, slot: Int = 0, at x: Int) throws {
    try report((Axis.slot, slot), (Axis.finger, finger), (Axis.touchX, x), (Axis.touchY, 400))
  }

  func lift(slot: Int = 0) throws { try report((Axis.slot, slot), (Axis.finger, -1)) }

  /// A line to the script.
  func say(_ line: String) throws { try pipe.write(contentsOf: Data((line + "\n").utf8)) }

  /// Takes the device away.
  func pull() throws {
    try pipe.close()
    try program.waitForEnd()
  }

  deinit { program.stop() }
}

/// Axes of evdev.
enum Axis {
  static let x = 0, y = 1, z = 2, aroundX = 3
  static let slot = 0x2F, touchX = 0x35, touchY = 0x36, finger = 0x39
}
