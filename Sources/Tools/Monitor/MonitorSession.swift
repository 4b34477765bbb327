import Logging
import SpinetDevices
import SpinetKeyboard
import SpinetLibrary
import SpinetMIDI
import SpinetMapping
import SpinetRealtime
import SpinetSession
import SpinetWidgets

/// `spinet monitor`: shows incoming messages, decoded, and the widgets that they would move. It makes no sound.
package final class MonitorSession {
  private let source: any MIDISource
  private let performer: Performer
  private let options: PlayOptions
  private let logger: Logger
  private let start = HostTime.now
  private var names: [UInt32: String] = [:]
  /// Whether the running clock has been shown. Further ticks get no line.
  private var hasShownClock = false
  /// Messages that are not shown yet. The sequencer is emptied first, so that it does not wait for the terminal.
  private var backlog: ArraySlice<MIDISourceEvent> = []
  /// Arrivals shown before the sequencer is read again.
  private static let arrivalsAtOnce = 8

  package init(options: PlayOptions, logger: Logger) throws(SpinetError) {
    self.options = options
    self.logger = logger
    let library = Catalog.current
    let loader = options.loader(logger: logger, hasAllSources: true)
    let instrument = try loader.load(options.instrument)
    let mappings = try ActiveMappings(instrument: instrument, files: options.mappingFiles, library: library)
    mappings.logProblems(to: logger)
    performer = Performer(instrument: instrument, mappings: mappings, keyboard: .midi)
    source = try options.makeSource()
  }

  /// Shows everything that arrives until it is interrupted, its time is over, or the reader has left.
  ///
  /// - Parameters:
  ///   - output: the descriptor that is written to. It is watched, because its reader can leave while nothing arrives.
  ///   - say: writes lines, and returns whether that worked.
  /// - Returns: whether Ctrl-C or a hang-up ended it; false also after SIGTERM.
  package func run(to output: Int32, _ say: (ArraySlice<MonitorLine>) -> Bool) throws(SpinetError) -> Bool {
    let waker = try Waker()
    SignalHandling.begin(waking: waker)
    defer { SignalHandling.end() }
    let end = options.durationSeconds.map { HostTime.now.advanced(bySeconds: $0) }
    var hasReader = true
    while hasReader, !SignalHandling.isEndRequested, end.map({ HostTime.now < $0 }) ?? true {
      hasReader = wait(waker, output, until: end)
      source.read { backlog.append($0) }
      hasReader = show(Self.arrivalsAtOnce, say) && hasReader
    }
    if hasReader { _ = show(.max, say) }
    return SignalHandling.isInterrupted
  }

  private func show(_ limit: Int, _ say: (ArraySlice<MonitorLine>) -> Bool) -> Bool {
    let arrivals = backlog.prefix(limit)
    let lines = arrivals.flatMap { take($0) }
    backlog.removeFirst(arrivals.count)
    if backlog.isEmpty { backlog = [] }
    return lines.isEmpty || say(lines[...])
  }

  /// Returns whether `output` still has a reader.
  private func wait(_ waker: Waker, _ output: Int32, until end: HostTime?) -> Bool {
    var poll = DescriptorPoll([waker.descriptor, source.descriptor], writers: [output])
    let longest: Int64 = source.descriptor == nil ? 1 : 1000
    let limit = end.map { max(0, $0.nanoseconds(since: .now) / 1_000_000 + 1) } ?? longest
    poll.wait(milliseconds: backlog.isEmpty ? Int32(min(limit, longest)) : 0)
    return !poll.isReady(2)
  }

  /// Takes an arrival and moves its widgets. Returns the lines to show.
  private func take(_ arrival: MIDISourceEvent) -> [MonitorLine] {
    switch arrival {
    case .message(let message, let port, let time):
      guard message != .activeSensing else { return [] }
      var effects: [MonitorLine.Effect] = []
      performer.take(message, from: port, at: time) { effects.append(.init($0)) }
      guard isWorthShowing(message, effects) else { return [] }
      return [line(.message(.midi1(message)), from: port, at: time, effects)]
    case .message2(let message, let port, let time):
      var effects: [MonitorLine.Effect] = []
      performer.take(midi2: message, from: port, at: time) { effects.append(.init($0)) }
      return [line(.message(.midi2(message)), from: port, at: time, effects)]
    case .exclusive(let payload, let port, let time):
      var lines: [MonitorLine] = []
      performer.take(exclusive: payload, from: port, at: time) { outcome in
        lines.append(line(.exclusive(payload), from: port, at: time, [.init(outcome)]))
      }
      return lines
    default:
      report(arrival)
      return []
    }
  }

  /// Logs everything but messages: ports that come and go, and errors.
  private func report(_ arrival: MIDISourceEvent) {
    switch arrival {
    case .connected(let port):
      names[port.id.rawValue] = port.client
      performer.portAppeared(port)
      logger.info("connected \(port.client)")
    case .disconnected(let port):
      performer.portLeft(port.id, at: .now)
      logger.info("disconnected \(port.client)")
    case .refused(let error): logger.warning(error)
    case .overrun: logger.warning("MIDI: messages came faster than they could be read")
    case .message, .message2, .exclusive, .listener, .appeared, .vanished: break
    }
  }

  private func line(
    _ event: MonitorLine.Event, from port: PortID, at time: HostTime, _ effects: [MonitorLine.Effect]
  ) -> MonitorLine {
    let milliseconds = Double(time.nanoseconds(since: start)) * 1e-6
    return MonitorLine(
      milliseconds: milliseconds, port: names[port.rawValue] ?? "", event: event, effects: effects)
  }

  /// A clock gets one line, when its tempo is known.
  private func isWorthShowing(_ message: MIDIMessage, _ effects: [MonitorLine.Effect]) -> Bool {
    guard message == .timingClock else { return true }
    guard !effects.isEmpty, !hasShownClock else { return false }
    hasShownClock = true
    return true
  }
}
