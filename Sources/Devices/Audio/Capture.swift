import SpinetRealtime
import Synchronization

/// Sound that comes in from an ALSA PCM, from a sound file or from nowhere, on a thread of its own: whatever
/// the device does, the audio thread only finds frames or none.
package final class Capture: Sendable {
  /// How the device is doing.
  package enum State: Sendable, Hashable {
    case running
    /// The device is gone and is looked for.
    case lost(reason: String)
    /// The device is there again but cannot be used, for instance at another rate; it is tried again.
    case refused(SpinetError)
  }

  let stream: InputStream
  private let thread = Mutex<WorkerThread?>(nil)
  /// The PCM's name.
  package let pcm: String

  /// Opens the device at the rate and the period of the output that it comes with. [control-thread]
  /// - Parameter name: a PCM's name, a part of one, a wildcard or a card's id; a sound file, which is
  ///   repeated; or `none`.
  package init(_ name: String, for output: OutputFormat) throws {
    let isDevice = name != OutputRequest.noPCM && SoundFileKind(path: name) == nil
    pcm = isDevice ? PCMDescription.name(meantBy: name, .capture) : name
    let port = try Self.open(pcm, isDevice: isDevice, for: output)
    stream = InputStream(periodFrames: output.periodFrames)
    var worker: WorkerThread? = try WorkerThread(name: "spinet-input") { [stream] in
      while !stream.isEnding { port.turn(into: stream) }
      port.close()
    }
    thread.withLock { $0 = worker.take() }
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

  /// The device is free when it returns. [control-thread]
  package func stop() {
    stream.end()
    thread.withLock { $0 = nil }
  }

  /// [any-thread, not the audio thread]
  package var state: State { stream.state }

  /// How often the input had nothing to give, or too much. [any-thread]
  package var dropouts: Int { stream.dropoutCount }
}

/// What a capturing thread reads, round after round.
protocol CapturePort: AnyObject, Sendable {
  /// Waits for sound and passes it on; returns within a fraction of a second.
  func turn(into stream: InputStream)
  func close()
}
