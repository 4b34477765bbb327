import Glibc
import SpinetRealtime

/// An input without a device: a sound file, repeated in real time, or silence.
final class FileCapture: CapturePort, @unchecked Sendable {
  // Sendable because after `init` only the capturing thread uses it.
  private let frames: [SIMD2<Float>]
  private let framesPerSecond: Int
  private let periodFrames: Int
  private let began = HostTime.now
  private var given = 0

  /// Plays silence.
  init(for output: OutputFormat) {
    frames = [.zero]
    framesPerSecond = output.framesPerSecond
    periodFrames = output.periodFrames
  }

  /// - Throws: if the file cannot be read or its rate is not the output's.
  init(path: String, for output: OutputFormat) throws(SpinetError) {
    let file = try SoundFileReader(path: path)
    guard Int(file.framesPerSecond) == output.framesPerSecond, file.frameCount > 0 else {
      throw SpinetError(
        .input, what: path, why: "it has \(file.frameCount) frames at \(Int(file.framesPerSecond)) Hz",
        remedy: "give a file of \(output.framesPerSecond) Hz")
    }
    var left = [Float](repeating: 0, count: file.frameCount)
    var right = left
    try file.read(left: &left, right: &right)
    frames = zip(left, right).map { SIMD2($0, $1) }
    framesPerSecond = output.framesPerSecond
    periodFrames = output.periodFrames
  }

  func close() {}

  func turn(into stream: InputStream) {
    usleep(useconds_t(periodFrames * 1_000_000 / framesPerSecond))
    let due = Int(Double(HostTime.now.nanoseconds(since: began)) * 1e-9 * Double(framesPerSecond))
    while given < due, !stream.isEnding {
      stream.put(frames[given % frames.count])
      given += 1
    }
  }
}
