import Devices
import Engine
import Glibc
import Logging
import Realtime
import Widgets

/// The engine and the sound card behind it: started and stopped by `engine.running`, followed when the
/// card goes and comes. [control-thread]
final class Sound {
  private let request: OutputRequest
  private let open: (OutputRequest) throws -> any AudioOutput
  private let instrument: Instrument
  private let logger: Logger
  private var recording: Recording?
  private let inputPCM: String?
  private var input: Capture?
  private var output: (any AudioOutput)?
  private var link: EngineLink?
  private var told = OutputStatus.State.stopped
  private var hasToldGrant = false
  private var watch: EngineWatch?
  private var isAbandoned = false
  /// Why the engine could not be started when it was last asked to.
  private(set) var failure: SessionError?

  /// - Parameter open: opens what the request asks for.
  init(
    options: PlayOptions, instrument: Instrument, logger: Logger,
    open: @escaping (OutputRequest) throws -> any AudioOutput = { try Playback($0) }
  ) {
    self.instrument = instrument
    self.logger = logger
    self.open = open
    recording = options.recordFile.map { Recording(path: $0, logger: logger) }
    inputPCM = options.inputPCM
    request = OutputRequest(
      pcm: options.pcm, framesPerSecond: Int(options.framesPerSecond), periodFrames: options.periodFrames,
      periods: options.periods)
  }

  var isRunning: Bool { output != nil }
  var status: OutputStatus? { output?.status }
  var format: OutputFormat? { output?.format }
  var meters: EngineMeters? { link?.meters }

  /// Opens the card, prepares the engine for what it grants, and plays. What the widgets are is in place
  /// before the first block.
  /// - Parameter pcm: another card than the one that was asked for, which has taken its place.
  func start(_ bridge: Bridge, on pcm: String? = nil) throws {
    guard output == nil else { return }
    guard !isAbandoned else {
      throw SessionError(
        .device, what: instrument.name, why: "its thread is still at one block, and cannot be ended",
        remedy: "quit, and start spinet again")
    }
    var request = request
    if let pcm { request.pcm = pcm }
    request.fitPeriod(to: instrument.engine.periodUnit)
    let output = try open(request)
    let format = output.format
    let link = EngineLink()
    try instrument.engine.prepare(
      framesPerSecond: Double(format.framesPerSecond), largestBlock: format.periodFrames, link: link)
    try play(on: output, link, bridge)
    self.output = output
    self.link = link
    watch = EngineWatch(name: instrument.name, link: link)
    failure = nil
    waitForFirstBlock(of: output)
    logger.debug("sound: \(format)")
  }

  /// Nobody takes commands from the link of an output that does not start.
  private func play(on output: any AudioOutput, _ link: EngineLink, _ bridge: Bridge) throws {
    let recorder = try recording?.recorder(framesPerSecond: output.format.framesPerSecond)
    input = openInput(for: output.format)
    bridge.attach(link, at: .now)
    do {
      try output.start(instrument.engine, link: link, recorder: recorder, input: input)
    } catch {
      bridge.attach(nil, at: .now)
      closeInput()
      throw error
    }
  }

  /// An input that cannot be had keeps nobody from playing.
  private func openInput(for format: OutputFormat) -> Capture? {
    guard let inputPCM else { return nil }
    guard instrument.engine.takesInput else {
      logger.warning("--input \(inputPCM): \(instrument.name) takes no sound in")
      return nil
    }
    do {
      return try Capture(inputPCM, for: format)
    } catch {
      logger.error("\(error)")
      return nil
    }
  }

  private func closeInput() {
    input?.stop()
    if let input, input.dropouts > 0 {
      logger.warning("\(input.pcm): what came in had \(input.dropouts) gaps")
    }
    input = nil
  }

  /// A second is more than any card takes to begin; one that has not begun by then is told as it fares.
  private func waitForFirstBlock(of output: any AudioOutput) {
    let limit = HostTime.now.advanced(bySeconds: 1)
    while !output.status.hasPlayed, HostTime.now < limit { usleep(500) }
  }

  /// Releases the card; widgets, keys and pedals live on.
  func stop(_ bridge: Bridge) {
    guard let output else { return }
    guard watch?.isStuck != true else { return abandon(output, bridge) }
    fadeOut(bridge)
    output.stop()
    closeInput()
    bridge.attach(nil, at: .now)
    self.output = nil
    link = nil
    watch = nil
    told = .stopped
  }

  /// A program that does not come back cannot be stopped: it is left alone with all that it uses, for as
  /// long as the process lives.
  private func abandon(_ output: any AudioOutput, _ bridge: Bridge) {
    _ = Unmanaged.passRetained(output as AnyObject)
    _ = Unmanaged.passRetained(instrument.engine as AnyObject)
    if let link { _ = Unmanaged.passRetained(link) }
    bridge.attach(nil, at: .now)
    self.output = nil
    link = nil
    watch = nil
    isAbandoned = true
  }

  /// Ends for good: what was recorded is complete.
  func finish(_ bridge: Bridge) throws {
    stop(bridge)
    try recording?.finish()
  }

  /// What sounds ends without a click: a card that is closed drops what its buffer holds.
  private func fadeOut(_ bridge: Bridge) {
    guard isPlaying, voices > 0, let latencyMilliseconds else { return }
    bridge.silence(at: .now)
    usleep(UInt32(min(latencyMilliseconds + 10, 200) * 1000))
  }

  /// Makes the sound what `engine.running` says, and says what the card is doing.
  func follow(_ bridge: Bridge) {
    let isWanted = instrument.own.running.value > 0
    if isWanted != isRunning { switchEngine(isWanted, bridge) }
    guard let status = output?.status else { return }
    if status.needsRestart { restart(bridge, on: status.pcm) }
    tell(status)
    watch?.look { logger.error("\($0)") }
  }

  private func switchEngine(_ isWanted: Bool, _ bridge: Bridge, on pcm: String? = nil) {
    guard isWanted else {
      stop(bridge)
      return logger.info("engine stopped; widgets stay live")
    }
    do {
      try start(bridge, on: pcm)
      logger.info("engine started: \(description)")
    } catch {
      failure =
        SessionError(error)
        ?? SessionError(
          .device, what: "engine", why: "\(error)", remedy: "choose another patch or sound card")
      instrument.own.running.set(0)
      logger.error("\(error)")
    }
  }

  /// The card, or the one in its place, came back with another rate or size.
  private func restart(_ bridge: Bridge, on pcm: String) {
    stop(bridge)
    switchEngine(true, bridge, on: pcm)
  }

  /// Starts the engine again, with the program that it has compiled meanwhile.
  func takeUpProgram(_ bridge: Bridge) {
    guard let status else { return }
    restart(bridge, on: status.pcm)
  }

  private func tell(_ status: OutputStatus) {
    if let grant = status.grant, !hasToldGrant {
      hasToldGrant = true
      logger.info("audio thread: \(grant)")
    }
    guard status.state != told else { return }
    switch (told, status.state) {
    case (_, .lost(let reason)):
      logger.warning("\(status.pcm): \(reason); plug it in, or start its server, again; it is looked for")
    case (.lost, .playing): logger.info("\(status.pcm) is back")
    default: break
    }
    told = status.state
  }

  /// Ends the card's rest when something waits to be played.
  func wakeIfNeeded() {
    if let link, link.waitingCommands > 0 { output?.wake() }
  }
}
