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
  /// What has arrived and is not shown yet: the sequencer is emptied first, and does not wait for a terminal.
  private var backlog: ArraySlice<MonitorLine> = []
  /// So many lines are shown between two looks at the sequencer.
  private static let linesAtOnce = 64

  public init(options: PlayOptions, logger: Logger) throws {
    self.options = options
    self.logger = logger
    let library = Catalog.current
    let instrument = try InstrumentLoader(library: library, logger: logger).load(options.instrument)
    let shelf = try MappingShelf(instrument: instrument, files: options.mappingFiles, library: library)
    shelf.complain(to: logger)
    bridge = Bridge(instrument: instrument, mappings: shelf.mappings, keyboard: .midi)
    source = try options.makeSource()
  }

  /// Hands over lines for everything that arrives, until it is interrupted, its time is over or nobody reads on.
  /// - Parameters:
  ///   - output: where the lines go; its reader may leave while nothing arrives.
  ///   - say: answers whether the lines could be said.
  public func run(to output: Int32, _ say: (ArraySlice<MonitorLine>) -> Bool) throws -> Bool {
    let pipe = try WakePipe()
    InterruptWatch.begin(waking: pipe)
    defer { InterruptWatch.end() }
    let end = options.durationSeconds.map { HostTime.now.advanced(bySeconds: $0) }
    var isHeard = true
    while isHeard, !InterruptWatch.isInterrupted, end.map({ HostTime.now < $0 }) ?? true {
      isHeard = wait(pipe, output, until: end)
      source.read { take($0) }
      isHeard = show(Self.linesAtOnce, say) && isHeard
    }
    if isHeard { _ = show(.max, say) }
    return InterruptWatch.isInterrupted
  }

  private func show(_ limit: Int, _ say: (ArraySlice<MonitorLine>) -> Bool) -> Bool {
    let lines = backlog.prefix(limit)
    let isHeard = lines.isEmpty || say(lines)
    backlog.removeFirst(lines.count)
    if backlog.isEmpty { backlog = [] }
    return isHeard
  }

  /// Answers whether somebody still reads what is written to `output`.
  private func wait(_ pipe: WakePipe, _ output: Int32, until end: HostTime?) -> Bool {
    var descriptors = [pipe.readEnd, source.descriptor ?? -1].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    // Of a pipe that nobody reads, poll(2) tells without being asked.
    descriptors.append(pollfd(fd: output, events: 0, revents: 0))
    let patience: Int64 = source.descriptor == nil ? 1 : 1000
    let limit = end.map { max(0, $0.nanoseconds(since: .now) / 1_000_000 + 1) } ?? patience
    poll(&descriptors, nfds_t(descriptors.count), backlog.isEmpty ? Int32(min(limit, patience)) : 0)
    return descriptors[2].revents & Int16(POLLERR) == 0
  }

  private func take(_ arrival: MIDIArrival) {
    switch arrival {
    case .message(let message, let port, let time):
      guard message != .activeSensing else { return }
      var effects: [MonitorLine.Effect] = []
      bridge.take(message, from: port, at: time) { effects.append(.init($0)) }
      if isNews(message, effects) { append(.message(message), from: port, at: time, effects) }
    case .exclusive(let payload, let port, let time):
      bridge.take(exclusive: payload, at: time) { outcome in
        append(.exclusive(payload), from: port, at: time, [.init(outcome)])
      }
    case .connected(let port):
      names[port.id.rawValue] = port.client
      bridge.portAppeared(port)
      logger.info("connected \(port.client)")
    case .disconnected(let port):
      bridge.portLeft(port.id, at: .now)
      logger.info("disconnected \(port.client)")
    case .listener: break
    case .overrun: logger.warning("MIDI: messages came faster than they could be taken")
    }
  }

  private func append(
    _ event: MonitorLine.Event, from port: PortID, at time: HostTime, _ effects: [MonitorLine.Effect]
  ) {
    let milliseconds = Double(time.nanoseconds(since: start)) * 1e-6
    backlog.append(
      MonitorLine(
        milliseconds: milliseconds, port: names[port.rawValue] ?? "", event: event, effects: effects))
  }

  /// Of a clock one line, when its tempo is known.
  private func isNews(_ message: MIDIMessage, _ effects: [MonitorLine.Effect]) -> Bool {
    guard message == .timingClock else { return true }
    guard !effects.isEmpty, !hasToldClock else { return false }
    hasToldClock = true
    return true
  }
}
