import SpinetRealtime
import Synchronization
import SystemPackage

/// Sound from an ALSA PCM or a sound file, or silence. A worker reads it, so the audio thread never waits for the
/// device.
package final class Capture: @unchecked Sendable {
  // Sendable because only control uses `job`, and the rest is Sendable.
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
  /// The reading; nil when it has ended.
  private var job: (any Job)?
  /// The PCM's name.
  package let pcm: String
  /// The number of inputs that it was opened for; 2 if the engine has one.
  package let inputs: Int
  /// The number of inputs for which the device has a channel. The others are silent.
  package let heardInputs: Int

  /// Opens the device with the rate and the period of the output. [control-thread]
  ///
  /// - Parameters:
  ///   - name: a PCM's name, part of one, a wildcard or a card's id; a sound file, which is repeated; or `none`.
  ///   - inputs: the number of channels that the engine uses.
  package convenience init(_ name: String, inputs: Int, for output: OutputFormat) throws(SpinetError) {
    let isDevice = name != OutputRequest.noPCM && SoundFileKind(path: FilePath(name)) == nil
    let pcm = isDevice ? PCMDescription.name(meantBy: name, .capture) : name
    let port = try Self.open(pcm, isDevice: isDevice, inputs: inputs, for: output)
    try self.init(pcm, of: port, inputs: inputs, for: output)
  }

  /// - Parameters:
  ///   - port: is open.
  ///   - worker: reads it.
  init(
    _ pcm: String, of port: any CapturePort, inputs: Int, for output: OutputFormat,
    on worker: any Worker = ThreadWorker()
  ) throws(SpinetError) {
    (self.pcm, self.inputs) = (pcm, max(2, inputs))
    heardInputs = min(self.inputs, port.heardChannels)
    stream = InputStream(periodFrames: output.periodFrames, channels: port.channels)
    job = try worker.begin("spinet-input", lasting: CaptureReader(port: port, stream: stream))
  }

  private static func open(
    _ name: String, isDevice: Bool, inputs: Int, for output: OutputFormat
  ) throws(SpinetError) -> any CapturePort {
    if name == OutputRequest.noPCM { return FileCapture(for: output) }
    guard isDevice else { return try FileCapture(path: FilePath(name), for: output) }
    var request = OutputRequest(
      pcm: name, framesPerSecond: output.framesPerSecond, periodFrames: output.periodFrames,
      periods: max(4, output.periods))
    request.channels = max(2, inputs)
    return try CaptureDevice(request, pcm: ALSACapture(request))
  }

  deinit { stop() }

  /// The device is closed when this returns. [control-thread]
  package func stop() {
    stream.end()
    job = nil
  }

  /// [any-thread]
  package var state: State { stream.state }

  /// How often the input had too few or too many frames. [any-thread]
  package var dropouts: Int { stream.dropoutCount }
}

/// Reads a source until its stream ends.
private struct CaptureReader: LastingWork {
  let port: any CapturePort
  let stream: InputStream

  func wait() {}

  func turn() -> Bool {
    guard stream.isEnding else {
      port.turn(into: stream)
      return true
    }
    port.close()
    return false
  }
}

/// A source that the capturing thread reads in a loop.
protocol CapturePort: AnyObject, Sendable {
  /// The number of samples in a frame for `stream`.
  var channels: Int { get }
  /// For how many inputs it has sound. A device is silent in the others; a sound file repeats its channels.
  var heardChannels: Int { get }

  /// Waits for sound and passes it to `stream`. Returns within a fraction of a second.
  func turn(into stream: InputStream)
  func close()
}
