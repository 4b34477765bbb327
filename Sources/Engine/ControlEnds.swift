import SpinetRealtime

/// Control's ends of the two rings to an engine, made together with the `link` that the engine gets.
///
/// ```swift
/// var ends = ControlEnds()
/// engine.prepare(framesPerSecond: 48_000, largestBlock: 128, link: ends.link)
/// _ = ends.commands.send(command)
/// ```
/// No end can be copied or made by itself, and using one changes it. So a second sender or a second reader of reports does
/// not compile: neither a copy of an end, nor a second use of one that was handed on, nor a constant that two threads share.
@frozen public struct ControlEnds: ~Copyable, Sendable {
  public var commands: CommandEnd
  public var reports: ReportEnd
  /// What the engine is prepared with.
  public let link: EngineLink

  public init(commandCapacity: Int = 4096, reportCapacity: Int = 1024) {
    self.init(commandCapacity: commandCapacity, reportCapacity: reportCapacity, tap: nil)
  }

  /// - Parameter tap: where the output is copied to; nil for nowhere.
  package init(commandCapacity: Int = 4096, reportCapacity: Int = 1024, tap: SoundTap?) {
    let commandRing = SPSCRing<EngineCommand>(capacity: commandCapacity)
    let reportRing = SPSCRing<EngineReport>(capacity: reportCapacity)
    link = EngineLink(
      AudioEnd.Memory(commands: commandRing.consumer, reports: reportRing.producer),
      waiting: commandRing.gauge, tap: tap)
    commands = CommandEnd(commandRing.producer)
    reports = ReportEnd(reportRing.consumer, of: link)
  }
}

/// The end through which an engine gets its commands. Only one thread at a time may use it.
public struct CommandEnd: ~Copyable, Sendable {
  private var ring: RingProducer<EngineCommand>

  init(_ ring: consuming RingProducer<EngineCommand>) { self.ring = ring }

  /// Sends a command to the engine. Returns false when the ring is full.
  @_noLocks public mutating func send(_ command: EngineCommand) -> Bool { ring.push(command) }
}

/// The end at which an engine's reports arrive. It keeps the engine's meters alive.
public struct ReportEnd: ~Copyable, Sendable {
  private var ring: RingConsumer<EngineReport>
  private let link: EngineLink

  init(_ ring: consuming RingConsumer<EngineReport>, of link: EngineLink) {
    self.ring = ring
    self.link = link
  }

  /// Takes the engine's oldest report. [control-thread]
  public mutating func next() -> EngineReport? { ring.pop() }

  /// Measurements of the engine that reports. They must not outlive this end.
  package var meters: EngineMeters { link.meters }
}
