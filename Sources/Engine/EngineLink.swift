import SpinetRealtime
import Synchronization

/// The two rings between the control thread and the audio thread, and the meters that the audio thread
/// writes.
public final class EngineLink: @unchecked Sendable {
  // Sendable because one thread sends commands (control, or the mixer's audio thread to its parts), only control
  // takes reports, and only the one `AudioEnd` changes the memory behind `audio`.
  private var commands: RingProducer<EngineCommand>
  private var reports: RingConsumer<EngineReport>
  private let waiting: RingGauge<EngineCommand>
  private let audio: FixedValue<AudioEnd.Memory>
  private let isTaken = Atomic<Bool>(false)
  /// Measurements of the engine. The link must outlive every copy.
  public let meters: EngineMeters

  /// Where the output is copied to; nil for nowhere.
  package let tap: SoundTapEnd?
  /// Owns the memory of `tap`.
  private let tapOwner: SoundTap?

  public convenience init(commandCapacity: Int = 4096, reportCapacity: Int = 1024) {
    self.init(commandCapacity: commandCapacity, reportCapacity: reportCapacity, tap: nil)
  }

  package init(commandCapacity: Int = 4096, reportCapacity: Int = 1024, tap: SoundTap?) {
    (self.tap, tapOwner) = (tap?.end, tap)
    let commandRing = SPSCRing<EngineCommand>(capacity: commandCapacity)
    let reportRing = SPSCRing<EngineReport>(capacity: reportCapacity)
    commands = commandRing.producer
    waiting = commandRing.gauge
    reports = reportRing.consumer
    audio = FixedValue(AudioEnd.Memory(commands: commandRing.consumer, reports: reportRing.producer))
    meters = audio.address.pointee.meters
  }

  /// Sends a command to the engine. Returns false when the ring is full. [one thread]
  public func send(_ command: EngineCommand) -> Bool { commands.push(command) }

  /// The number of commands that the engine has not taken yet. [any-thread]
  public var waitingCommands: Int { waiting.count }

  /// Takes the engine's oldest report. [control-thread]
  public func nextReport() -> EngineReport? { reports.pop() }

  /// The time of the oldest waiting command. [audio-thread, between blocks]
  package var oldestCommandTime: HostTime? { audio.address.pointee.commands.peek()?.time }

  /// The engine's end of this link. Only one can exist: taking a second one is a fatal error. After the
  /// engine has released it, it can be taken again. [control-thread]
  public func takeAudioEnd() -> AudioEnd {
    let wasTaken = isTaken.exchange(true, ordering: .acquiring)
    precondition(!wasTaken, "an engine still holds the audio end of this link")
    return AudioEnd(of: self, audio.address)
  }

  fileprivate func giveBackAudioEnd() { isTaken.store(false, ordering: .releasing) }
}

/// The audio thread's end of an `EngineLink`. It keeps the link alive, and using it costs no reference
/// counting.
public struct AudioEnd: ~Copyable, @unchecked Sendable {
  // Sendable because it cannot be copied, so only one thread has it.
  @usableFromInline let memory: UnsafeMutablePointer<Memory>
  public let meters: EngineMeters
  private let link: EngineLink

  /// The memory shared by a link and its audio end.
  @usableFromInline struct Memory: ~Copyable {
    @usableFromInline var commands: RingConsumer<EngineCommand>
    @usableFromInline var reports: RingProducer<EngineReport>
    private let figures = FixedValue(EngineMeters.Figures())
    var meters: EngineMeters { EngineMeters(figures) }

    init(
      commands: consuming RingConsumer<EngineCommand>, reports: consuming RingProducer<EngineReport>
    ) {
      self.commands = commands
      self.reports = reports
    }
  }

  fileprivate init(of link: EngineLink, _ memory: UnsafeMutablePointer<Memory>) {
    self.link = link
    self.memory = memory
    meters = memory.pointee.meters
  }

  deinit { link.giveBackAudioEnd() }

  /// The oldest command, which stays in the ring. [audio-thread]
  @_noLocks @inlinable public func peekCommand() -> EngineCommand? { memory.pointee.commands.peek() }

  /// Removes and returns the oldest command. [audio-thread]
  @_noLocks @inlinable @discardableResult public mutating func takeCommand() -> EngineCommand? {
    memory.pointee.commands.pop()
  }

  /// Sends a report to the control thread. If the ring is full, the lost report is counted. [audio-thread]
  @_noLocks public mutating func report(_ report: EngineReport) {
    if !memory.pointee.reports.push(report) { meters.countLostReport() }
  }
}
