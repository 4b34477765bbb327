import SpinetRealtime

/// The control thread's ends of the two rings to an engine, and the `link` with the engine's ends.
///
/// ```swift
/// var ends = ControlEnds()
/// engine.prepare(framesPerSecond: 48_000, largestBlock: 128, link: ends.link)
/// _ = ends.commands.send(command)
/// ```
/// An end cannot be copied or created separately, and using it changes it. So code with a second sender, or with a
/// second reader of reports, does not compile. That covers copies, ends used after they were passed on, and
/// constants shared by two threads.
@frozen public struct ControlEnds: ~Copyable, Sendable {
  /// Sends commands to the engine.
  public var commands: CommandEnd
  /// Reads what the engine reports.
  public var reports: ReportEnd
  /// Pass it to the engine's `prepare`.
  public let link: EngineLink

  /// Two rings with room for so many commands and reports.
  public init(commandCapacity: Int = 4096, reportCapacity: Int = 1024) {
    self.init(commandCapacity: commandCapacity, reportCapacity: reportCapacity, tap: nil)
  }

  /// - Parameters:
  ///   - tap: gets a copy of the output; nil for no copy.
  ///   - hasRoom: whether the engine plays in a mix, whose room answers it.
  ///   - mix: the mix that renders the engine together with others; nil if it is rendered by itself.
  package init(
    commandCapacity: Int = 4096, reportCapacity: Int = 1024, tap: SoundTap?, hasRoom: Bool = false,
    mix: MixNumber? = nil
  ) {
    let commandRing = SPSCRing<EngineCommand>(capacity: commandCapacity)
    let reportRing = SPSCRing<EngineReport>(capacity: reportCapacity)
    link = EngineLink(
      AudioEnd.Memory(commands: commandRing.consumer, reports: reportRing.producer),
      waiting: commandRing.gauge, tap: tap, hasRoom: hasRoom, mix: mix)
    commands = CommandEnd(commandRing.producer)
    reports = ReportEnd(reportRing.consumer, of: link)
  }
}

/// Sends commands to an engine. Only one thread at a time may use it.
public struct CommandEnd: ~Copyable, Sendable {
  private var ring: RingProducer<EngineCommand>

  init(_ ring: consuming RingProducer<EngineCommand>) { self.ring = ring }

  /// Sends a command to the engine. Returns false when the ring is full.
  @_noLocks public mutating func send(_ command: EngineCommand) -> Bool { ring.push(command) }
}

/// Receives the reports of an engine. It keeps the engine's meters alive.
public struct ReportEnd: ~Copyable, Sendable {
  private var ring: RingConsumer<EngineReport>
  private let link: EngineLink

  init(_ ring: consuming RingConsumer<EngineReport>, of link: EngineLink) {
    self.ring = ring
    self.link = link
  }

  /// Takes the engine's oldest report. [control-thread]
  public mutating func next() -> EngineReport? { ring.pop() }

  /// Measurements of the engine. They must not outlive this end.
  package var meters: EngineMeters { link.meters }
}
