import FoundationEssentials
import Glibc
import Logging
import SpinetDevices
import SpinetMIDI
import SpinetRealtime
import SpinetSession
import Synchronization

/// Plays notes, and listens at an input when they come out.
package struct LatencyRun {
  private let options: PlayOptions
  private let input: String
  private let notes: Int
  private let logger: Logger

  /// What was found.
  package struct Outcome: Sendable {
    package var measured: MeasuredLatency
    /// From the key to the output of the buffer, in milliseconds, as the settings promise it.
    package var promised: Double?
    package var machine: MachineState
  }

  /// - Parameters:
  ///   - options: the card, its rate and its period.
  ///   - input: the PCM that hears the notes.
  ///   - notes: how many are played.
  package init(_ options: PlayOptions, input: String, notes: Int, logger: Logger) {
    var options = options
    (options.midi, options.state, options.journalBytes) = (.none, .none, nil)
    (options.tag, options.neverRests, options.staysOnPCM, options.requiresPorts) = (
      "Latency", true, true, true
    )
    (self.options, self.input, self.notes, self.logger) = (options, input, notes, logger)
  }

  /// Plays and listens for some seconds.
  package func run() throws(SpinetError) -> Outcome {
    let session = try LiveSession(engine: PulseEngine(), options: options, logger: logger)
    SignalHandling.begin(for: session.handle)
    defer { SignalHandling.end() }
    let listener = LatencyListener(session.handle, options, input: input, notes: notes)
    let thread = JoinableThread()
    try thread.start(name: "spinet-latency") { listener.run() }
    // Whatever has ended it, the listener ends too.
    let ending = Result { () throws(SpinetError) in try session.run { _ in listener.begin() } }
    listener.end()
    thread.join()
    _ = try ending.get()
    let status = listener.status
    let measured = try listener.outcome.get()
    var machine = MachineState(pcm: options.pcm, environment: ProcessInfo.processInfo.environment)
    machine.periodFrames = status.timing?.periodFrames ?? options.periodFrames
    machine.framesPerSecond = status.timing?.framesPerSecond ?? Int(options.framesPerSecond)
    (machine.xruns, machine.spreadMilliseconds) = (status.xruns, measured.spread ?? 0)
    return Outcome(measured: measured, promised: status.latencyMilliseconds, machine: machine)
  }
}

/// Plays the notes and listens to them, on a thread of its own.
private final class LatencyListener: Sendable {
  private let handle: SessionHandle
  private let options: PlayOptions
  private let input: String
  private let notes: Int
  private let isReady = Atomic<Bool>(false)
  private let isOver = Atomic<Bool>(false)
  private let found = Mutex<Result<MeasuredLatency, SpinetError>>(
    .success(MeasuredLatency(notes: [], sounds: [])))
  private let shown = Mutex(SessionStatus())

  init(_ handle: SessionHandle, _ options: PlayOptions, input: String, notes: Int) {
    (self.handle, self.options, self.input, self.notes) = (handle, options, input, notes)
  }

  /// The instrument plays.
  func begin() { isReady.store(true, ordering: .releasing) }
  /// The instrument has ended.
  func end() { isOver.store(true, ordering: .releasing) }

  var outcome: Result<MeasuredLatency, SpinetError> { found.withLock { $0 } }
  /// The status while the last note was played.
  var status: SessionStatus { shown.withLock { $0 } }

  private var isWanted: Bool { !isOver.load(ordering: .acquiring) && !SignalHandling.isEndRequested }

  func run() {
    defer { handle.stop() }
    while isWanted, !isReady.load(ordering: .acquiring) { usleep(1000) }
    guard isWanted else { return }
    let result = Result { () throws(SpinetError) in try measure() }
    found.withLock { $0 = result }
  }

  private func measure() throws(SpinetError) -> MeasuredLatency {
    let capture = try TimedCapture(
      input, framesPerSecond: Int(options.framesPerSecond), periodFrames: options.periodFrames)
    let client = handle.newClient()
    var detector = PulseDetector()
    var plan = LatencyNotes(notes, from: .now)
    while isWanted, !plan.isOver(at: .now) {
      try capture.read { frame, sample in detector.take(sample, at: frame) }
      let now = HostTime.now
      guard let channel = Channel(number: 1), plan.popNote(at: now) else { continue }
      client.play(.noteOn(channel, key: 60, velocity: 127), at: now)
      client.play(.noteOff(channel, key: 60, velocity: 64), at: now.advanced(bySeconds: 0.05))
      shown.withLock { $0 = handle.status }
    }
    return MeasuredLatency(notes: plan.played, sounds: detector.pulses.compactMap(capture.moment))
  }
}
