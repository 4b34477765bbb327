import CALSA
import Glibc
import SpinetRealtime

/// What a `CaptureDevice` asks of a PCM. Numbers below zero are errno codes with a minus, as in ALSA.
protocol CapturePCM: AnyObject {
  /// What is granted may be something else than what was asked for.
  func open() throws(OutputError) -> OutputFormat
  func close()
  func start() -> Int
  /// Brings a PCM that ran over or was suspended back, not yet started.
  func recover(from code: Int) -> Int
  /// Waits for sound, a fraction of a second at most. Returns how many frames have come.
  func read() -> Int
  /// One of the frames that `read` brought.
  func frame(_ index: Int) -> SIMD2<Float>
  /// Waits between two attempts to open.
  func rest()
}

/// A capturing PCM that is read by one thread, and looked for again after it has gone.
final class CaptureDevice: CapturePort, @unchecked Sendable {
  // Sendable because after `init` only the capturing thread touches it.
  private let name: String
  private let framesPerSecond: Int
  private let pcm: any CapturePCM
  private var isOpen = false

  /// - Parameter request: what to open; only its rate must be granted.
  init(_ request: OutputRequest, pcm: any CapturePCM) throws(OutputError) {
    name = request.pcm
    framesPerSecond = request.framesPerSecond
    self.pcm = pcm
    try open()
  }

  func close() {
    if isOpen { pcm.close() }
    isOpen = false
  }

  /// One round: waits for sound and passes it on, or tries to open the device again.
  func turn(into stream: InputStream) {
    guard isOpen else { return reopen(stream) }
    let count = pcm.read()
    if count < 0 { return recover(from: count, stream) }
    for index in 0..<count { stream.put(pcm.frame(index)) }
  }

  private func recover(from code: Int, _ stream: InputStream) {
    guard code != Int(-EAGAIN) else { return }
    let recovered = code == Int(-ENODEV) ? code : pcm.recover(from: code)
    let answer = recovered < 0 ? recovered : pcm.start()
    guard answer < 0 else { return }
    close()
    stream.note(.lost(reason: String(cString: strerror(Int32(-answer)))))
  }

  private func reopen(_ stream: InputStream) {
    pcm.rest()
    do throws(OutputError) {
      try open()
      stream.note(.running)
    } catch {
      // A device that cannot be opened is still away, which has been told.
      if !error.isAway { stream.note(.refused(SpinetError(error))) }
    }
  }

  /// Sound that comes in faster or slower than it goes out would be out of tune, so the rate must be granted.
  private func open() throws(OutputError) {
    let granted = try pcm.open()
    guard granted.framesPerSecond == framesPerSecond else {
      pcm.close()
      throw OutputError(
        pcm: name, step: "set the rate",
        reason: "it gives \(granted.framesPerSecond) Hz, not \(framesPerSecond)",
        remedy: "choose plug:\(name), or the rate \(granted.framesPerSecond)")
    }
    let answer = pcm.start()
    guard answer >= 0 else {
      pcm.close()
      throw OutputError(pcm: name, step: "start", errno: Int32(-answer))
    }
    isOpen = true
  }
}

/// A capturing PCM of ALSA.
final class ALSACapture: CapturePCM {
  private let request: OutputRequest
  private var opened: OpenPCM?
  private var scratch: FrameMemory?
  private var interleaving = Interleaving(format: .float32, channels: 2)

  /// How long to wait for sound, and between two attempts to open.
  private static let pollTimeoutMilliseconds: Int32 = 200

  init(_ request: OutputRequest) { self.request = request }

  func open() throws(OutputError) -> OutputFormat {
    close()
    let pcm = try OpenPCM(request.pcm, request, .capture)
    let format = pcm.format
    interleaving = Interleaving(format)
    scratch = FrameMemory(format)
    opened = consume pcm
    return format
  }

  func close() { opened = nil }

  func start() -> Int {
    guard let pcm = opened?.handle else { return Int(-ENODEV) }
    let answer = snd_pcm_start(pcm)
    return snd_pcm_state(pcm) == SND_PCM_STATE_RUNNING ? 0 : Int(answer)
  }

  func recover(from code: Int) -> Int {
    guard let pcm = opened?.handle else { return Int(-ENODEV) }
    // A card that is being pulled answers a wait with EIO, and everything else with ENODEV, which says more.
    if code == Int(-EIO) {
      let answer = Int(snd_pcm_prepare(pcm))
      return answer < 0 ? answer : code
    }
    return Int(snd_pcm_recover(pcm, Int32(code), 1))
  }

  func read() -> Int {
    guard let pcm = opened?.handle, let format = opened?.format, let bytes = scratch?.bytes else {
      return Int(-ENODEV)
    }
    let ready = snd_pcm_wait(pcm, Self.pollTimeoutMilliseconds)
    guard ready > 0 else { return Int(ready) }
    let wanted = snd_pcm_uframes_t(format.periodFrames)
    return format.access == .mmap
      ? snd_pcm_mmap_readi(pcm, bytes, wanted) : snd_pcm_readi(pcm, bytes, wanted)
  }

  func frame(_ index: Int) -> SIMD2<Float> {
    guard let bytes = scratch?.bytes else { return .zero }
    return interleaving.load(bytes + index * interleaving.bytesPerFrame)
  }

  func rest() { usleep(useconds_t(Self.pollTimeoutMilliseconds) * 1000) }
}
