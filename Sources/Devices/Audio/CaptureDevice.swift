import CALSA
import Glibc
import SpinetRealtime
import SystemPackage

/// The part of a PCM that a `CaptureDevice` uses. Negative results are errno codes, as in ALSA.
protocol CapturePCM: AnyObject {
  /// Throws the code of a PCM that is away or not free.
  func open() throws(Errno)
  /// Readies the open PCM. The granted format may differ from the requested one.
  func setUp() throws(SpinetError) -> OutputFormat
  func close()
  func start() -> Int
  /// Recovers the PCM after an overrun or a suspension. It must be started afterwards.
  func recover(from code: Int) -> Int
  /// Waits for sound, at most a fraction of a second. Returns the number of frames.
  func read() -> Int
  /// Copies one of the frames of the last `read`, its first `frame.count` channels.
  func copy(_ index: Int, to frame: Samples)
  /// Waits before the next attempt to open the PCM.
  func rest()
}

/// Reads a capturing PCM on one thread, and opens it again after a disconnection.
final class CaptureDevice: CapturePort, @unchecked Sendable {
  // Sendable because after `init` only the capturing thread uses it.
  private let name: String
  private let framesPerSecond: Int
  private let pcm: any CapturePCM
  private var isOpen = false
  let channels: Int
  private(set) var heardChannels = 0
  private let memory: FixedBuffer<Float>
  private var frame: Samples { Samples(start: memory.start, count: channels) }

  /// - Parameter request: what to open. Only the rate must be granted as requested.
  init(_ request: OutputRequest, pcm: any CapturePCM) throws(SpinetError) {
    name = request.pcm
    framesPerSecond = request.framesPerSecond
    channels = request.channels
    memory = FixedBuffer(repeating: 0, count: channels)
    self.pcm = pcm
    do throws(Errno) { try pcm.open() } catch { throw SpinetError(pcm: name, opening: error) }
    try begin()
  }

  func close() {
    if isOpen { pcm.close() }
    isOpen = false
  }

  /// Waits for sound and passes it on, or tries to open the device again.
  func turn(into stream: InputStream) {
    guard isOpen else { return reopen(stream) }
    let count = pcm.read()
    if count < 0 { return recover(from: count, stream) }
    for index in 0..<count {
      pcm.copy(index, to: frame)
      stream.put(frame)
    }
  }

  private func recover(from code: Int, _ stream: InputStream) {
    guard code != Int(-EAGAIN) else { return }
    let recovered = code == Int(-ENODEV) ? code : pcm.recover(from: code)
    let answer = recovered < 0 ? recovered : pcm.start()
    guard answer < 0 else { return }
    close()
    stream.record(.lost(reason: "\(Errno(rawValue: Int32(-answer)))"))
  }

  private func reopen(_ stream: InputStream) {
    pcm.rest()
    // A device that cannot be opened is still disconnected, which has been reported.
    do throws(Errno) { try pcm.open() } catch { return }
    do throws(SpinetError) {
      try begin()
      stream.record(.running)
    } catch {
      stream.record(.refused(error))
    }
  }

  /// Starts the PCM, which was just opened. Only accepts the requested rate, because at another rate the input would be
  /// out of tune.
  private func begin() throws(SpinetError) {
    defer { if !isOpen { pcm.close() } }
    let granted = try pcm.setUp()
    heardChannels = max(2, granted.channels)
    guard granted.framesPerSecond == framesPerSecond else {
      throw SpinetError(
        .deviceUnsuitable, pcm: name, step: "set the rate",
        reason: "it gives \(granted.framesPerSecond) Hz, not \(framesPerSecond)",
        remedy: Remedy(.choosePCMOrRate, "plug:\(name)", "\(granted.framesPerSecond)"))
    }
    let answer = pcm.start()
    guard answer >= 0 else { throw SpinetError(pcm: name, step: "start", errno: Int32(-answer)) }
    isOpen = true
  }
}

/// A capturing PCM of ALSA.
final class ALSACapture: CapturePCM {
  private let request: OutputRequest
  private var opened: OpenPCM?
  private var format: OutputFormat?
  private var scratch: FrameMemory?
  private var interleaving = Interleaving(format: .float32, channels: 2)

  /// The longest wait for sound, and the time between two attempts to open the PCM.
  private static let pollTimeoutMilliseconds: Int32 = 200

  init(_ request: OutputRequest) { self.request = request }

  func open() throws(Errno) {
    close()
    opened = try OpenPCM(request.pcm, .capture)
  }

  func setUp() throws(SpinetError) -> OutputFormat {
    guard let granted = try opened?.setUp(for: request) else {
      throw SpinetError(pcm: request.pcm, opening: .operationNotSupportedByDevice)
    }
    interleaving = Interleaving(granted)
    scratch = FrameMemory(granted)
    format = granted
    return granted
  }

  func close() { opened = nil }

  func start() -> Int {
    guard let pcm = opened?.handle else { return Int(-ENODEV) }
    let answer = snd_pcm_start(pcm)
    return snd_pcm_state(pcm) == SND_PCM_STATE_RUNNING ? 0 : Int(answer)
  }

  func recover(from code: Int) -> Int {
    guard let pcm = opened?.handle else { return Int(-ENODEV) }
    // A card that is being unplugged returns EIO from a wait, and ENODEV from everything else, which says more.
    if code == Int(-EIO) {
      let answer = Int(snd_pcm_prepare(pcm))
      return answer < 0 ? answer : code
    }
    return Int(snd_pcm_recover(pcm, Int32(code), 1))
  }

  func read() -> Int {
    guard let pcm = opened?.handle, let format, let bytes = scratch?.bytes else {
      return Int(-ENODEV)
    }
    let ready = snd_pcm_wait(pcm, Self.pollTimeoutMilliseconds)
    guard ready > 0 else { return Int(ready) }
    let wanted = snd_pcm_uframes_t(format.periodFrames)
    return format.access == .mmap
      ? snd_pcm_mmap_readi(pcm, bytes, wanted) : snd_pcm_readi(pcm, bytes, wanted)
  }

  /// How many frames wait to be read; nil if the PCM does not say.
  var waitingFrames: Int? {
    guard let pcm = opened?.handle else { return nil }
    let frames = snd_pcm_avail(pcm)
    return frames < 0 ? nil : Int(frames)
  }

  func copy(_ index: Int, to frame: Samples) {
    guard let bytes = scratch?.bytes else { return }
    interleaving.load(bytes + index * interleaving.bytesPerFrame, into: frame)
  }

  func rest() { usleep(useconds_t(Self.pollTimeoutMilliseconds) * 1000) }
}
