import SpinetRealtime
import Synchronization

/// An engine's connection to the control thread: the audio thread's end of both rings, and the meters that the audio
/// thread writes. `ControlEnds` makes it, together with the ends of the control thread.
public final class EngineLink: @unchecked Sendable {
  // Sendable because only the one `AudioEnd` changes the memory behind `audio`.
  private let waiting: RingGauge<EngineCommand>
  private let audio: FixedValue<AudioEnd.Memory>
  private let isTaken = Atomic<Bool>(false)
  /// Measurements of the engine. The link must outlive every copy.
  public let meters: EngineMeters

  /// Gets a copy of the output; nil for no copy.
  package let tap: SoundTap?

  /// Whether the engine plays in a mix, whose room answers `SoundEngine.roomShare` of it.
  package let hasRoom: Bool

  /// The mix that renders the engine together with others; nil if it is rendered by itself.
  package let mix: MixNumber?

  init(
    _ memory: consuming AudioEnd.Memory, waiting: RingGauge<EngineCommand>, tap: SoundTap?, hasRoom: Bool,
    mix: MixNumber?
  ) {
    self.waiting = waiting
    self.tap = tap
    self.hasRoom = hasRoom
    self.mix = mix
    audio = FixedValue(memory)
    meters = audio.value.meters
  }

  /// The number of commands that the engine has not taken yet. [any-thread]
  public var waitingCommands: Int { waiting.count }

  /// The time of the oldest waiting command, between blocks. [audio-thread]
  package var oldestCommandTime: HostTime? { audio.value.commands.peek()?.time }

  /// The engine's end of this link. Only one can exist: taking a second one ends the process. When the engine has
  /// released it, it can be taken again. [control-thread]
  public func claimAudioEnd() -> AudioEnd {
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
  /// What the engine shows to any thread: level, voices, late commands.
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
  @_noLocks @inlinable @discardableResult public mutating func popCommand() -> EngineCommand? {
    memory.pointee.commands.pop()
  }

  /// Sends a report to the control thread. If the ring is full, the lost report is counted. [audio-thread]
  @_noLocks public mutating func report(_ report: EngineReport) {
    if !memory.pointee.reports.push(report) { meters.countLostReport() }
  }
}
