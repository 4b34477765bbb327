import SpinetRealtime
import Synchronization

/// Sound from an ALSA PCM or a sound file, or silence. A thread of its own reads it, so the audio thread
/// never waits for the device.
package final class Capture: Sendable {
  /// The state of the device.
  package enum State: Sendable, Hashable {
    case running
    /// The device is disconnected. The thread tries to open it again.
    case lost(reason: String)
    /// The device is connected again but cannot be used, for example because of another rate. The thread
    /// tries again.
    case refused(SpinetError)
  }

  let stream: InputStream
  private let thread = JoinableThread()
  /// The PCM's name.
  package let pcm: String

  /// Opens the device with the rate and the period of the output. [control-thread]
  ///
  /// - Parameter name: a PCM's name, part of one, a wildcard or a card's id; a sound file, which is repeated;
  ///   or `none`.
  package init(_ name: String, for output: OutputFormat) throws(SpinetError) {
    let isDevice = name != OutputRequest.noPCM && SoundFileKind(path: name) == nil
    pcm = isDevice ? PCMDescription.name(meantBy: name, .capture) : name
    let port = try Self.open(pcm, isDevice: isDevice, for: output)
    stream = InputStream(periodFrames: output.periodFrames)
    try thread.start(name: "spinet-input") { [stream] in
      while !stream.isEnding { port.turn(into: stream) }
      port.close()
    }
  }

  private static func open(
    _ name: String, isDevice: Bool, for output: OutputFormat
  ) throws(SpinetError) -> any CapturePort {
    if name == OutputRequest.noPCM { return FileCapture(for: output) }
    guard isDevice else { return try FileCapture(path: name, for: output) }
    let request = OutputRequest(
      pcm: name, framesPerSecond: output.framesPerSecond, periodFrames: output.periodFrames,
      periods: max(4, output.periods))
    do throws(OutputError) {
      return try CaptureDevice(request, pcm: ALSACapture(request))
    } catch {
      throw SpinetError(error)
    }
  }

  deinit { stop() }

  /// The device is closed when this returns. [control-thread]
  package func stop() {
    stream.end()
    thread.join()
  }

  /// [any-thread, not the audio thread]
  package var state: State { stream.state }

  /// How often the input had too few or too many frames. [any-thread]
  package var dropouts: Int { stream.dropoutCount }
}

/// A source that the capturing thread reads in a loop.
protocol CapturePort: AnyObject, Sendable {
  /// Waits for sound and passes it to `stream`. Returns within a fraction of a second.
  func turn(into stream: InputStream)
  func close()
}
