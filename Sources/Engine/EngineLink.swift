import SpinetRealtime
import Synchronization

/// The two rings between control and audio, and the figures that audio keeps for people to look at.
public final class EngineLink: @unchecked Sendable {
  // Sendable because the control thread alone uses `commands` and `reports`, and the one `AudioEnd` alone
  // changes what is behind `audio`.
  private var commands: RingProducer<EngineCommand>
  private var reports: RingConsumer<EngineReport>
  private let waiting: RingGauge<EngineCommand>
  private let audio: UnsafeMutablePointer<AudioEnd.Memory>
  private let isTaken = Atomic<Bool>(false)
  /// What the engine measures; the link must outlive every copy.
  public let meters: EngineMeters

  public init(commandCapacity: Int = 4096, reportCapacity: Int = 1024) {
    let commandRing = SPSCRing<EngineCommand>(capacity: commandCapacity)
    let reportRing = SPSCRing<EngineReport>(capacity: reportCapacity)
    commands = commandRing.producer
    waiting = commandRing.gauge
    reports = reportRing.consumer
    audio = .allocate(capacity: 1)
    audio.initialize(to: AudioEnd.Memory(commands: commandRing.consumer, reports: reportRing.producer))
    meters = audio.pointee.meters
  }

  deinit {
    audio.deinitialize(count: 1)
    audio.deallocate()
  }

  /// Hands a command to the engine, or returns false when the ring is full. [control-thread]
  public func send(_ command: EngineCommand) -> Bool { commands.push(command) }

  /// Commands that the engine has not taken yet. [any-thread]
  public var waitingCommands: Int { waiting.count }

  /// The engine's oldest report. [control-thread]
  public func nextReport() -> EngineReport? { reports.pop() }

  /// When the oldest waiting command happened. [audio-thread, between blocks]
  package var oldestCommandTime: HostTime? { audio.pointee.commands.peek()?.time }

  /// The engine's end of this link, of which there is one: taking a second one ends the program. Once the
  /// engine has let go of it, it may be taken again. [control-thread]
  public func takeAudioEnd() -> AudioEnd {
    let wasTaken = isTaken.exchange(true, ordering: .acquiring)
    precondition(!wasTaken, "an engine still holds the audio end of this link")
    return AudioEnd(of: self, audio)
  }

  fileprivate func giveBackAudioEnd() { isTaken.store(false, ordering: .releasing) }
}

/// The audio thread's end of an `EngineLink`: it keeps the link alive, and counts no references while it is
/// used.
public struct AudioEnd: ~Copyable, @unchecked Sendable {
  // Sendable because there is one of it, which cannot be copied.
  @usableFromInline let memory: UnsafeMutablePointer<Memory>
  public let meters: EngineMeters
  private let link: EngineLink

  /// What is behind both a link and its audio end.
  @usableFromInline struct Memory: ~Copyable {
    @usableFromInline var commands: RingConsumer<EngineCommand>
    @usableFromInline var reports: RingProducer<EngineReport>
    let meters = EngineMeters()

    init(
      commands: consuming RingConsumer<EngineCommand>, reports: consuming RingProducer<EngineReport>
    ) {
      self.commands = commands
      self.reports = reports
    }

    deinit { meters.deallocate() }
  }

  fileprivate init(of link: EngineLink, _ memory: UnsafeMutablePointer<Memory>) {
    self.link = link
    self.memory = memory
    meters = memory.pointee.meters
  }

  deinit { link.giveBackAudioEnd() }

  /// The oldest command, left in the ring. [audio-thread]
  @_noLocks @inlinable public func peekCommand() -> EngineCommand? { memory.pointee.commands.peek() }

  /// Takes the oldest command. [audio-thread]
  @_noLocks @inlinable @discardableResult public mutating func takeCommand() -> EngineCommand? {
    memory.pointee.commands.pop()
  }

  /// Tells control; a full ring is counted. [audio-thread]
  @_noLocks public mutating func report(_ report: EngineReport) {
    if !memory.pointee.reports.push(report) { meters.countLostReport() }
  }
}
