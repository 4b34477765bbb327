import Foundation

/// A touch screen or a motion sensor under the suite's hands.
final class Sensor {
  enum Kind: String { case screen, motion }

  private let program: Program
  private let pipe: FileHandle

  /// Makes the device and waits until the kernel has it.
  init(_ kind: Kind, named name: String, by script: String) throws {
    let path = "/tmp/hardware/\(name).pipe"
    _ = unlink(path)
    guard mkfifo(path, 0o600) == 0 else {
      throw Mismatch(seen: String(cString: strerror(errno)), expected: "a pipe at \(path)")
    }
    let program = try Program([script, kind.rawValue, name, path])
    self.program = program
    try expect(
      soon(seconds: 30) { !program.output.isEmpty }, seen: "status of \(script): \(program.errors)",
      expected: "the kernel has the device \(name)")
    // Opened only now: both ends wait for each other.
    pipe = try FileHandle(forWritingTo: URL(filePath: path))
  }

  /// One report: pairs of an axis and its number.
  func report(_ axes: (code: Int, value: Int)...) throws {
    let words = axes.flatMap { ["\($0.code)", "\($0.value)"] }
    try pipe.write(contentsOf: Data((words.joined(separator: " ") + "\n").utf8))
  }

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
