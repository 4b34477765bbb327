import CALSA
import Glibc
import Realtime

/// A capturing PCM that is read by one thread, and sought again when it has gone.
final class CaptureDevice: CapturePort, @unchecked Sendable {
  // Sendable because after `init` only the capturing thread touches it.
  private let request: OutputRequest
  private let format: OutputFormat
  private let interleaving: Interleaving
  private let scratch: UnsafeMutableRawPointer
  private var pcm: OpaquePointer?
  /// How the PCM that is open now is read.
  private var access: OutputFormat.Access

  /// How long a device may say nothing before it is looked at again. Milliseconds.
  private static let patience: Int32 = 200

  init(_ request: OutputRequest) throws(OutputError) {
    self.request = request
    let opened = try Self.open(request)
    pcm = opened.pcm
    format = opened.format
    access = format.access
    interleaving = Interleaving(format: format.sampleFormat, channels: format.channels)
    scratch = .allocate(byteCount: interleaving.bytesPerFrame * format.periodFrames, alignment: 16)
    let answer = begin()
    if answer < 0 { throw OutputError(pcm: request.pcm, step: "start", errno: -answer) }
  }

  deinit {
    close()
    scratch.deallocate()
  }

  func close() {
    if let pcm { snd_pcm_close(pcm) }
    pcm = nil
  }

  /// One round: waits for sound and hands it on, or tries to have the device back.
  func turn(into stream: InputStream) {
    guard let pcm else { return reopen() }
    let ready = snd_pcm_wait(pcm, Self.patience)
    if ready < 0 { return recover(from: ready) }
    guard ready > 0 else { return }
    let count = read(pcm)
    if count < 0 { return recover(from: Int32(count)) }
    for frame in 0..<count { stream.put(interleaving.load(scratch + frame * interleaving.bytesPerFrame)) }
  }

  private func read(_ pcm: OpaquePointer) -> Int {
    let wanted = snd_pcm_uframes_t(format.periodFrames)
    return access == .mmap
      ? snd_pcm_mmap_readi(pcm, scratch, wanted) : snd_pcm_readi(pcm, scratch, wanted)
  }

  /// 0, or what the PCM has against it; then it is let go of, and sought again.
  @discardableResult private func begin() -> Int32 {
    guard let pcm else { return -ENODEV }
    let answer = snd_pcm_start(pcm)
    if answer >= 0 || snd_pcm_state(pcm) == SND_PCM_STATE_RUNNING { return 0 }
    close()
    return answer
  }

  private func recover(from code: Int32) {
    guard let pcm, code != -EAGAIN else { return }
    if code != -ENODEV, snd_pcm_recover(pcm, code, 1) >= 0 {
      begin()
    } else {
      close()
    }
  }

  private func reopen() {
    usleep(useconds_t(Self.patience) * 1000)
    guard let opened = try? Self.open(request) else { return }
    if opened.format.channels == format.channels, opened.format.sampleFormat == format.sampleFormat {
      pcm = opened.pcm
      access = opened.format.access
      begin()
    } else {
      snd_pcm_close(opened.pcm)
    }
  }

  /// Sound that comes in faster or slower than it goes out would be out of tune.
  private static func open(
    _ request: OutputRequest
  ) throws(OutputError) -> (pcm: OpaquePointer, format: OutputFormat) {
    let opened = try ALSASetup.open(request.pcm, request, .capture)
    guard opened.format.framesPerSecond == request.framesPerSecond else {
      snd_pcm_close(opened.pcm)
      throw OutputError(
        pcm: request.pcm, step: "set the rate",
        reason: "it gives \(opened.format.framesPerSecond) Hz, not \(request.framesPerSecond)",
        remedy: "choose plug:\(request.pcm), or --rate \(opened.format.framesPerSecond)")
    }
    return opened
  }
}
