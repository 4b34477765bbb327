import SpinetRealtime

@testable import SpinetDevices

/// A device in a time of its own that does as it should, except where the script says otherwise.
final class ScriptedPort: PCMPort {
  enum Call: Hashable { case open, prepare, start, resume, room, write, wait }

  /// What the next calls of a kind answer instead of the truth; nil is the truth.
  var script: [Call: [Int?]] = [:]
  /// What the device grants when it is opened again.
  var formatWhenReopened: OutputFormat
  private(set) var format: OutputFormat
  private(set) var isOpen = true
  private(set) var opened: [String] = []
  private(set) var restedForEver = 0
  private(set) var samples: [Float] = []
  /// The last sample of each output beyond the first two.
  private(set) var further: [Float] = []
  private(set) var now = HostTime(seconds: 1000)
  private var started: HostTime?
  private var written = 0

  init(format: OutputFormat = .usual) {
    self.format = format
    formatWhenReopened = format
    // Ten seconds, so that a test which counts allocations does not count the growth of this array.
    samples.reserveCapacity(10 * format.framesPerSecond)
  }

  func pass(seconds: Double) { now = now.advanced(bySeconds: seconds) }

  private func answer(_ call: Call, _ truth: () -> Int) -> Int {
    guard script[call]?.isEmpty == false, let scripted = script[call]?.removeFirst() else { return truth() }
    return scripted
  }

  func open(_ pcm: String) -> Bool {
    opened.append(pcm)
    guard answer(.open, { 0 }) >= 0 else { return false }
    format = formatWhenReopened
    isOpen = true
    return true
  }

  func close() { isOpen = false }
  func prepare() -> Int {
    answer(.prepare) {
      started = nil
      written = 0
      return 0
    }
  }
  func start() -> Int {
    answer(.start) {
      started = now
      return 0
    }
  }
  func drop() { started = nil }
  func resume() -> Int { answer(.resume) { 0 } }
  func room() -> Int { answer(.room) { trueRoom } }

  func write(_ block: AudioBlock) -> Int {
    let taken = answer(.write) { min(block.frameCount, trueRoom) }
    written += max(0, taken)
    for frame in 0..<max(0, min(taken, block.frameCount)) { samples.append(block.left[frame]) }
    if let outputs = block.further {
      further = (0..<outputs.channelCount).map { outputs[$0][block.frameCount - 1] }
    }
    return taken
  }

  func waitForRoom(or waker: Waker) -> Int {
    let missing = format.periodFrames - trueRoom
    // A bit later than needed, as devices are.
    if missing > 0 { pass(seconds: (Double(missing) + 1) / Double(format.framesPerSecond)) }
    return answer(.wait) { 0 }
  }

  private var trueRoom: Int {
    guard let started else { return format.bufferFrames - written }
    let played = Int(Double(now.nanoseconds(since: started)) * 1e-9 * Double(format.framesPerSecond))
    return format.bufferFrames - written + played
  }

  func rest(until waker: Waker, nanoseconds: Int64?) {
    guard let nanoseconds else {
      restedForEver += 1
      return
    }
    // While the system is suspended no time passes for the device.
    if script[.resume]?.isEmpty == false { return }
    pass(seconds: Double(nanoseconds) * 1e-9)
  }
}

extension OutputFormat {
  static let usual = OutputFormat(
    pcm: "hw:0", framesPerSecond: 48_000, periodFrames: 128, bufferFrames: 384, channels: 2,
    sampleFormat: .float32, access: .mmap)
}
