import CALSA
import CQuiet
import Glibc
import Realtime

/// An ALSA PCM, opened without blocking.
final class ALSAPort: PCMPort {
  private(set) var format: OutputFormat
  private let request: OutputRequest
  private var pcm: OpaquePointer?
  private var polls: [pollfd] = []
  private var interleaving: Interleaving
  /// Where frames are put together for a device that cannot be mapped.
  private var scratch: UnsafeMutableRawPointer

  /// Longer than any device's buffer: then it stands still. Milliseconds.
  private static let longestWait: Int32 = 2000

  init(_ request: OutputRequest) throws(OutputError) {
    quiet_alsa()
    self.request = request
    let (pcm, format) = try ALSASetup.open(request.pcm, request)
    self.pcm = pcm
    self.format = format
    interleaving = Interleaving(format: format.sampleFormat, channels: format.channels)
    scratch = .allocate(byteCount: interleaving.bytesPerFrame * format.periodFrames, alignment: 16)
    readyPolls()
  }

  deinit {
    close()
    scratch.deallocate()
  }

  var now: HostTime { HostTime.now }

  func open(_ name: String) throws(OutputError) {
    close()
    (pcm, format) = try ALSASetup.open(name, request)
    interleaving = Interleaving(format: format.sampleFormat, channels: format.channels)
    scratch.deallocate()
    scratch = .allocate(byteCount: interleaving.bytesPerFrame * format.periodFrames, alignment: 16)
    readyPolls()
  }

  func close() {
    if let pcm { snd_pcm_close(pcm) }
    pcm = nil
  }

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

  func rest(until wakeUp: WakeUp, nanoseconds: Int64?) { wakeUp.sleep(nanoseconds: nanoseconds) }

  func room() -> Int {
    guard let pcm else { return Int(-ENODEV) }
    return code(snd_pcm_avail(pcm))
  }

  func write(_ block: AudioBlock) -> Int {
    guard let pcm else { return Int(-ENODEV) }
    return format.access == .mmap ? map(block, to: pcm) : copy(block, to: pcm)
  }

  /// Writes into the device's own memory, up to where its ring ends.
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
    let place = memory + Int(area.first) / 8 + Int(offset) * Int(area.step) / 8
    interleaving.store(block.slice(from: 0, count: Int(frames)), at: place)
    return code(snd_pcm_mmap_commit(pcm, offset, frames))
  }

  private func copy(_ block: AudioBlock, to pcm: OpaquePointer) -> Int {
    interleaving.store(block, at: scratch)
    return code(snd_pcm_writei(pcm, scratch, snd_pcm_uframes_t(block.frameCount)))
  }

  func waitForRoom(or wakeUp: WakeUp) -> Int {
    guard let pcm else { return Int(-ENODEV) }
    polls[polls.count - 1] = pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0)
    let ready = poll(&polls, nfds_t(polls.count), Self.longestWait)
    if ready < 0 { return errno == EINTR ? 0 : Int(-errno) }
    if ready == 0 { return Int(-ETIMEDOUT) }
    if polls[polls.count - 1].revents != 0, wakeUp.takeRing() { return 0 }
    var events: UInt16 = 0
    snd_pcm_poll_descriptors_revents(pcm, &polls, UInt32(polls.count - 1), &events)
    if events & UInt16(POLLERR | POLLHUP | POLLNVAL) != 0 { return stateCode(pcm) }
    keepCalm(pcm)
    return 0
  }

  /// Some plugins call themselves ready without a period's room: they must not eat the processor.
  private func keepCalm(_ pcm: OpaquePointer) {
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

  /// EBADFD says only that the state is wrong: the state says why.
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
