import Devices
import Documents
import Glibc
import Keyboard
import Library
import Logging
import MIDI
import Mapping
import Realtime
import Widgets

/// `spinet monitor`: what arrives, decoded, and what it would move. It makes no sound.
public final class MonitorSession {
  private let source: any MIDISource
  private let bridge: Bridge
  private let options: PlayOptions
  private let logger: Logger
  private let start = HostTime.now
  private var names: [UInt32: String] = [:]
  /// Whether the clock that ticks has been told: its ticks are no news.
  private var hasToldClock = false

  public init(options: PlayOptions, logger: Logger) throws {
    self.options = options
    self.logger = logger
    let library = Catalog.current
    let instrument = try InstrumentLoader(library: library, logger: logger).load(options.instrument)
    let shelf = try MappingShelf(instrument: instrument, files: options.mappingFiles, library: library)
    bridge = Bridge(instrument: instrument, mappings: shelf.mappings, keyboard: .midi)
    source = try options.makeSource()
  }

  /// Hands over a line for everything that arrives, until it is interrupted or its time is over.
  public func run(_ say: (MonitorLine) -> Void) throws -> Bool {
    let pipe = try WakePipe()
    InterruptWatch.begin(waking: pipe)
    defer { InterruptWatch.end() }
    let end = options.durationSeconds.map { HostTime.now.advanced(bySeconds: $0) }
    while !InterruptWatch.isInterrupted, end.map({ HostTime.now < $0 }) ?? true {
      wait(pipe, until: end)
      source.read { take($0, say) }
    }
    return InterruptWatch.isInterrupted
  }

  private func wait(_ pipe: WakePipe, until end: HostTime?) {
    var descriptors = [pipe.readEnd, source.descriptor ?? -1].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let patience: Int64 = source.descriptor == nil ? 1 : 1000
    let limit = end.map { max(0, $0.nanoseconds(since: .now) / 1_000_000 + 1) } ?? patience
    poll(&descriptors, 2, Int32(min(limit, patience)))
  }

  private func take(_ arrival: MIDIArrival, _ say: (MonitorLine) -> Void) {
    switch arrival {
    case .message(let message, let port, let time):
      guard message != .activeSensing else { return }
      let milliseconds = Double(time.nanoseconds(since: start)) * 1e-6
      var outcomes: [Bridge.Outcome] = []
      bridge.take(message, from: port, at: time) { outcomes.append($0) }
      guard isNews(message, outcomes) else { return }
      say(
        MonitorLine(
          milliseconds: milliseconds, port: names[port.rawValue] ?? "", message: message, outcomes: outcomes))
    case .connected(let port):
      names[port.id.rawValue] = port.client
      bridge.portAppeared(port)
      logger.info("connected \(port.client)")
    case .disconnected(let port):
      bridge.portLeft(port.id, at: .now)
      logger.info("disconnected \(port.client)")
    case .exclusive(let payload, let port, let time):
      bridge.take(exclusive: payload, at: time) { outcome in
        say(
          MonitorLine(
            milliseconds: Double(time.nanoseconds(since: start)) * 1e-6, port: names[port.rawValue] ?? "",
            exclusive: payload, outcome: outcome))
      }
    case .listener: break
    case .overrun: logger.warning("MIDI: messages came faster than they could be taken")
    }
  }

  /// Of a clock one line, when its tempo is known.
  private func isNews(_ message: MIDIMessage, _ outcomes: [Bridge.Outcome]) -> Bool {
    guard message == .timingClock else { return true }
    guard !outcomes.isEmpty, !hasToldClock else { return false }
    hasToldClock = true
    return true
  }
}
