import Realtime

/// The two rings between control and audio, and the figures audio keeps for people to look at.
public final class EngineLink: Sendable {
  private let commandRing: SPSCRing<EngineCommand>
  private let reportRing: SPSCRing<EngineReport>
  public let meters = EngineMeters()

  public init(commandCapacity: Int = 4096, reportCapacity: Int = 1024) {
    commandRing = SPSCRing(capacity: commandCapacity)
    reportRing = SPSCRing(capacity: reportCapacity)
  }

  deinit { meters.deallocate() }

  /// Hands a command to the engine, or answers false when the ring is full. [control-thread]
  public func send(_ command: EngineCommand) -> Bool { commandRing.push(command) }

  /// Commands that the engine has not taken yet. [any-thread]
  public var waitingCommands: Int { commandRing.count }

  /// The engine's oldest report. [control-thread]
  public func nextReport() -> EngineReport? { reportRing.pop() }

  /// What the engine holds of this link. It must not outlive the link.
  public var audioEnd: AudioEnd {
    AudioEnd(commands: commandRing.handle, reports: reportRing.handle, meters: meters)
  }
}

/// The audio thread's end of an `EngineLink`, free of reference counting.
public struct AudioEnd: BitwiseCopyable, Sendable {
  public let commands: RingHandle<EngineCommand>
  public let reports: RingHandle<EngineReport>
  public let meters: EngineMeters

  /// Tells control; a full ring is counted. [audio-thread]
  @_noLocks public func report(_ report: EngineReport) {
    if !reports.push(report) { meters.countLostReport() }
  }
}
