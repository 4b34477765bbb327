import SpinetDevices
import SpinetEngine
import SpinetMIDI
import SpinetRealtime
import Synchronization

@testable import SpinetDevices
@testable import SpinetSession

/// A clock that does not wait: it jumps to the moment for which somebody waits, or to the next event from outside.
final class JumpingClock: SessionClock {
  private let time = Mutex(HostTime(seconds: 1000))
  /// When something comes from outside, in order.
  let events = Mutex<[HostTime]>([])

  var now: HostTime { time.withLock { $0 } }

  var wall: Int64 { Int64(now.nanoseconds) }

  func pause(seconds: Double) { time.withLock { $0 = $0.advanced(bySeconds: seconds) } }

  func wait(for poll: inout DescriptorPoll, until moment: HostTime?) {
    poll.wait(milliseconds: 0)
    let event = events.withLock { $0.first }
    let now = time.withLock { time in
      // An hour is longer than any of these tests.
      time = max(time, [moment, event].compactMap(\.self).min() ?? time.advanced(bySeconds: 3600))
      return time
    }
    events.withLock { $0.removeAll { $0 <= now } }
  }
}

/// A card whose state a test sets. It takes every command and plays none.
final class StagedOutput: AudioOutput {
  let format: OutputFormat
  let state = Mutex(OutputStatus.State.playing)
  private let link = Mutex<EngineLink?>(nil)
  let wakes = Atomic<Int>(0)

  init(_ request: OutputRequest) {
    format = OutputFormat(
      pcm: request.pcm, framesPerSecond: 48_000, periodFrames: 128, bufferFrames: 384, channels: 2,
      sampleFormat: .float32, access: .none)
  }

  func start(
    _ engine: any SoundEngine, link: EngineLink, recorder: FrameRecorder?, input: Capture?
  ) throws(SpinetError) {
    self.link.withLock { $0 = link }
  }

  func record(to recorder: FrameRecorder?) {}
  func stop() { state.withLock { $0 = .stopped } }

  /// The commands are taken at once, but the state is what the test says.
  func wake() {
    wakes.wrappingAdd(1, ordering: .relaxed)
    guard let link = link.withLock({ $0 }) else { return }
    var end = link.claimAudioEnd()
    while end.popCommand() != nil {}
  }

  var status: OutputStatus {
    let shared = OutputSharedState()
    shared.hasPlayed.store(true, ordering: .relaxed)
    var status = shared.status(pcm: format.pcm)
    status.state = state.withLock { $0 }
    return status
  }
}

/// Controllers that play what a test has written down, each message at its time.
final class ScriptedSource: MIDISource {
  private let clock: JumpingClock
  private var script: [MIDISourceEvent]
  private(set) var connectedPorts: [MIDIPort] = []
  private(set) var sent: [MIDIMessage] = []
  /// How long it takes to connect a controller.
  var connectingSeconds = 0.0
  /// Called with each turn of control.
  var isRead: () -> Void = {}

  init(_ script: [MIDISourceEvent], clock: JumpingClock) {
    (self.script, self.clock) = (script, clock)
    clock.events.withLock { $0 = script.compactMap(\.time) }
  }

  /// The clock knows when there is something to read.
  var descriptor: Int32? { -1 }
  var announcement: String { "" }
  var hasOutput: Bool { false }
  func ports() -> [MIDIPort] { connectedPorts }
  func send(_ message: MIDIMessage, to port: PortID?) { sent.append(message) }

  func read(_ handle: (MIDISourceEvent) -> Void) {
    isRead()
    while let next = script.first, next.time.map({ $0 <= clock.now }) ?? true {
      script.removeFirst()
      if case .connected(let port) = next {
        connectedPorts.append(port)
        clock.pause(seconds: connectingSeconds)
      }
      if case .disconnected(let port) = next { connectedPorts.removeAll { $0 == port } }
      handle(next)
    }
  }
}

extension MIDISourceEvent {
  /// When it comes; nil: after the one before it.
  fileprivate var time: HostTime? {
    switch self {
    case .message(_, _, let time), .exclusive(_, _, let time): time
    default: nil
    }
  }
}
