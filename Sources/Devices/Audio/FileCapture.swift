import Glibc
import SpinetRealtime
import SystemPackage

/// An input without a device: a sound file, repeated in real time, or silence.
final class FileCapture: CapturePort, @unchecked Sendable {
  // Sendable because after `init` only the capturing thread uses it.
  let channels: Int
  let heardChannels = Int.max
  private let frames: FixedBuffer<Float>
  private let frameCount: Int
  private let framesPerSecond: Int
  private let periodFrames: Int
  private let began = HostTime.now
  private var given = 0

  /// Plays silence.
  init(for output: OutputFormat) {
    channels = 1
    frames = FixedBuffer(repeating: 0, count: 1)
    frameCount = 1
    framesPerSecond = output.framesPerSecond
    periodFrames = output.periodFrames
  }

  /// - Throws: if the file cannot be read or its rate is not the output's.
  init(path: FilePath, for output: OutputFormat) throws(SpinetError) {
    let file = try SoundFileChannels(path: path)
    let (samples, count) = (file.samples, file.samples[0].count)
    guard file.framesPerSecond == output.framesPerSecond, count > 0 else {
      throw SpinetError(
        .fileUnsuitable, what: path.string, why: "it has \(count) frames at \(file.framesPerSecond) Hz",
        remedy: "give a file of \(output.framesPerSecond) Hz")
    }
    let channels = samples.count
    self.channels = channels
    frames = FixedBuffer(count: count * channels) { samples[$0 % channels][$0 / channels] }
    frameCount = count
    framesPerSecond = output.framesPerSecond
    periodFrames = output.periodFrames
  }

  func close() {}

  func turn(into stream: InputStream) {
    usleep(useconds_t(periodFrames * 1_000_000 / framesPerSecond))
    let due = Int(Double(HostTime.now.nanoseconds(since: began)) * 1e-9 * Double(framesPerSecond))
    while given < due, !stream.isEnding {
      let frame = frames.address(of: given % frameCount * channels)
      stream.put(Samples(start: frame, count: channels))
      given += 1
    }
  }
}
