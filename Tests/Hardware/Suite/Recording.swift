import Foundation
import SpinetSession

/// What comes out of the loopback card, recorded all the time by `arecord`.
final class Recording {
  private let program: Program
  private let file: FileHandle
  private static let bytesPerFrame = 4

  /// Starts to record the far end of what is played on `hw:Loopback,0,0`, in whatever format that is.
  init() throws {
    let path = "/dev/shm/\(UUID().uuidString).raw"
    program = try Program([
      "arecord", "-q", "-D", "plughw:Loopback,1,0", "-t", "raw", "-f", "S16_LE", "-r", "\(Sound.rate)", "-c",
      "2",
      "--period-size=512", "--buffer-size=32768", path,
    ])
    let program = self.program
    try expect(
      soon { FileManager.default.fileExists(atPath: path) || !program.isRunning } && program.isRunning,
      seen: program.errors, expected: "arecord records the loopback card")
    _ = soon { FileManager.default.fileExists(atPath: path) }
    file = try FileHandle(forReadingFrom: URL(filePath: path))
    // The name is not needed any more; the memory is free when the recording ends.
    unlink(path)
  }

  deinit { program.stop() }

  func stop() { program.stop() }

  private var frames: UInt64 { ((try? file.seekToEnd()) ?? 0) / UInt64(Recording.bytesPerFrame) }

  /// The next `seconds`, from `pause` after now: what is on its way through buffers is then behind.
  func listen(seconds: Double, after pause: Double = 0.4) throws -> Sound {
    let start = frames + UInt64(pause * Double(Sound.rate))
    return try sound(from: start, seconds: seconds)
  }

  /// What sounds from now on for `seconds`, while `body` runs.
  func listen(seconds: Double, while body: () throws -> Void) throws -> Sound {
    let start = frames
    try body()
    return try sound(from: start, seconds: seconds)
  }

  /// Everything that sounds while `body` runs.
  func listen(while body: () throws -> Void) throws -> Sound {
    let start = frames
    try body()
    return try sound(from: start, seconds: Double(frames - start) / Double(Sound.rate))
  }

  private func sound(from start: UInt64, seconds: Double) throws -> Sound {
    let count = UInt64(seconds * Double(Sound.rate))
    let arrived = soon(seconds: seconds + 5) { self.frames >= start + count }
    try expect(
      arrived, seen: "\(frames) frames. \(program.errors)", expected: "\(start + count) frames recorded")
    try file.seek(toOffset: start * UInt64(Recording.bytesPerFrame))
    let data = try file.read(upToCount: Int(count) * Recording.bytesPerFrame) ?? Data()
    return Sound(samples: Recording.leftChannel(of: [UInt8](data)))
  }

  private static func leftChannel(of bytes: [UInt8]) -> [Int16] {
    stride(from: 0, to: bytes.count - 3, by: bytesPerFrame).map {
      Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
    }
  }
}
