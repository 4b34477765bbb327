import CALSA
import Glibc
import SpinetRealtime
import SystemPackage

/// An ALSA PCM, opened in non-blocking mode.
final class ALSAPort: PCMPort {
  private(set) var format: OutputFormat
  private let request: OutputRequest
  private var opened: OpenPCM?
  private var polls: [pollfd] = []
  private var interleaving: Interleaving
  /// A period of interleaved frames, for devices whose memory cannot be mapped.
  private var scratch: FrameMemory

  /// Longer than the buffer of any device, so the device has stopped. Milliseconds.
  private static let longestWait: Int32 = 2000

  /// - Parameter pcm: the PCM of the request.
  init(_ pcm: consuming OpenPCM, for request: OutputRequest) throws(SpinetError) {
    self.request = request
    format = try pcm.setUp(for: request)
    interleaving = Interleaving(format)
    scratch = FrameMemory(format)
    opened = consume pcm
    readyPolls()
  }

  private var pcm: OpaquePointer? { opened?.handle }

  var now: HostTime { HostTime.now }

  func open(_ name: String) -> Bool {
    close()
    guard let pcm = try? OpenPCM(name), let granted = try? pcm.setUp(for: request) else { return false }
    format = granted
    interleaving = Interleaving(granted)
    scratch = FrameMemory(granted)
    opened = consume pcm
    readyPolls()
    return true
  }

  func close() { opened = nil }

  func prepare() -> Int {
    guard let pcm else { return Int(-ENODEV) }
    if snd_pcm_state(pcm) == SND_PCM_STATE_RUNNING { snd_pcm_drop(pcm) }
    return code(Int(snd_pcm_prepare(pcm)))
  }

  func start() -> Int {
    guard let pcm else { return Int(-ENODEV) }
    return code(Int(snd_pcm_start(pcm)))
  }

  func drop() {
    if let pcm { snd_pcm_drop(pcm) }
  }

  func resume() -> Int {
    guard let pcm else { return Int(-ENODEV) }
    return Int(snd_pcm_resume(pcm))
  }

  func rest(until waker: Waker, nanoseconds: Int64?) { waker.sleep(nanoseconds: nanoseconds) }

  func room() -> Int {
    guard let pcm else { return Int(-ENODEV) }
    return code(snd_pcm_avail(pcm))
  }

  func write(_ block: AudioBlock) -> Int {
    guard let pcm else { return Int(-ENODEV) }
    return format.access == .mmap ? map(block, to: pcm) : copy(block, to: pcm)
  }

  /// Writes into the device's memory, up to the end of its ring.
  private func map(_ block: AudioBlock, to pcm: OpaquePointer) -> Int {
    let free = snd_pcm_avail_update(pcm)
    if free <= 0 { return free == 0 ? Int(-EAGAIN) : code(free) }
    var areas: UnsafePointer<snd_pcm_channel_area_t>?
    var offset: snd_pcm_uframes_t = 0
    var frames = snd_pcm_uframes_t(block.frameCount)
    let begun = snd_pcm_mmap_begin(pcm, &areas, &offset, &frames)
    guard begun >= 0, let area = areas?.pointee, let memory = area.addr else {
      return begun < 0 ? code(Int(begun)) : Int(-EIO)
    }
    let address = memory + Int(area.first) / 8 + Int(offset) * Int(area.step) / 8
    interleaving.store(block.slice(from: 0, count: Int(frames)), at: address)
    return code(snd_pcm_mmap_commit(pcm, offset, frames))
  }

  private func copy(_ block: AudioBlock, to pcm: OpaquePointer) -> Int {
    interleaving.store(block, at: scratch.bytes)
    return code(snd_pcm_writei(pcm, scratch.bytes, snd_pcm_uframes_t(block.frameCount)))
  }

  func waitForRoom(or waker: Waker) -> Int {
    guard let pcm else { return Int(-ENODEV) }
    polls[polls.count - 1] = pollfd(fd: waker.descriptor, events: Int16(POLLIN), revents: 0)
    let ready = poll(&polls, nfds_t(polls.count), Self.longestWait)
    if ready < 0 { return errno == EINTR ? 0 : Int(-errno) }
    if ready == 0 { return Int(-ETIMEDOUT) }
    if polls[polls.count - 1].revents != 0, waker.consume() { return 0 }
    var events: UInt16 = 0
    snd_pcm_poll_descriptors_revents(pcm, &polls, UInt32(polls.count - 1), &events)
    if events & UInt16(POLLERR | POLLHUP | POLLNVAL) != 0 { return stateCode(pcm) }
    waitForPlugin(pcm)
    return 0
  }

  /// Some plugins report that they are ready although a period does not fit. Waits briefly, so that polling
  /// them does not use up the processor.
  private func waitForPlugin(_ pcm: OpaquePointer) {
    let room = snd_pcm_avail_update(pcm)
    guard room >= 0, room < format.periodFrames else { return }
    let frames = min(format.periodFrames - room, format.periodFrames / 4)
    var moment = timespec(tv_sec: 0, tv_nsec: 1_000_000_000 * frames / format.framesPerSecond)
    nanosleep(&moment, nil)
  }

  private func readyPolls() {
    guard let pcm else { return }
    let count = max(0, Int(snd_pcm_poll_descriptors_count(pcm)))
    polls = Array(repeating: pollfd(), count: count + 1)
    snd_pcm_poll_descriptors(pcm, &polls, UInt32(count))
  }

  /// EBADFD only says that the state is wrong, so the state is read to find the cause.
  private func code(_ answer: Int) -> Int {
    guard answer == Int(-EBADFD), let pcm else { return answer }
    return stateCode(pcm)
  }

  private func stateCode(_ pcm: OpaquePointer) -> Int {
    switch snd_pcm_state(pcm) {
    case SND_PCM_STATE_DISCONNECTED: Int(-ENODEV)
    case SND_PCM_STATE_SUSPENDED: Int(-ESTRPIPE)
    case SND_PCM_STATE_RUNNING: Int(-EIO)
    default: Int(-EPIPE)
    }
  }
}
