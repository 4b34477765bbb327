import CALSA
import CQuiet
import Glibc
import Realtime
import Synchronization

/// Sound that comes in from an ALSA PCM, from a sound file or from nowhere, on a thread of its own: whatever
/// the device does, the audio thread only ever finds frames or none.
public final class Capture: Sendable {
  let stream: InputStream
  private let thread = Mutex<WorkerThread?>(nil)
  /// The PCM's name.
  public let pcm: String

  /// Opens the device at the rate and the period of the output that it comes with. [control-thread]
  /// - Parameter name: a PCM's name, a part of one, a wildcard or a card's id; a sound file, which comes in
  ///   over and over; or `none`.
  public init(_ name: String, for output: OutputFormat) throws {
    quiet_alsa()
    let isDevice = name != OutputRequest.noPCM && SoundFileKind(path: name) == nil
    pcm = isDevice ? PCMDescription.name(meantBy: name, .capture) : name
    let device = try Self.open(pcm, isDevice: isDevice, for: output)
    stream = InputStream(periodFrames: output.periodFrames)
    var worker: WorkerThread? = try WorkerThread(name: "spinet-input") { [stream] in
      while !stream.isEnding { device.turn(into: stream) }
      device.close()
    }
    thread.withLock { $0 = worker.take() }
  }

  private static func open(
    _ name: String, isDevice: Bool, for output: OutputFormat
  ) throws -> any CapturePort {
    if name == OutputRequest.noPCM { return FileCapture(for: output) }
    guard isDevice else { return try FileCapture(path: name, for: output) }
    return try CaptureDevice(
      OutputRequest(
        pcm: name, framesPerSecond: output.framesPerSecond, periodFrames: output.periodFrames,
        periods: max(4, output.periods)))
  }

  deinit { stop() }

  /// The device is free when it returns. [control-thread]
  public func stop() {
    stream.end()
    thread.withLock { $0 = nil }
  }

  /// How often the input had nothing to give, or too much. [any-thread]
  public var dropouts: Int { stream.dropoutCount }
}
