import SpinetEngine
import SpinetRealtime

@testable import SpinetDevices

/// The sound cards that are there: each has a rate, and may be pulled out.
///
/// Their rates are very low, so that the real engines render an evening in seconds.
final class EveningCards: @unchecked Sendable {
  // Sendable because one thread has the world.
  /// The card that the musician wants.
  static let wanted = "usb"

  private let world: World
  private(set) var isPlugged = true
  private(set) var wantedRate = 2000
  /// The card that plays, or played last.
  private(set) var current: EveningCard?
  /// Called with each block.
  var hasPlayed: (Takes.Block) -> Void = { _ in }
  /// Called when an engine begins to play: whatever it was told before is forgotten.
  var hasStarted: () -> Void = {}

  init(_ world: World) { self.world = world }

  func unplug() {
    isPlugged = false
    current?.lose()
  }

  func plug(rate: Int) {
    (isPlugged, wantedRate) = (true, rate)
  }

  func isThere(_ pcm: String) -> Bool { pcm != Self.wanted || isPlugged }

  func rate(of pcm: String) -> Int { pcm == Self.wanted ? wantedRate : 2000 }

  func open(_ request: OutputRequest) throws(SpinetError) -> any AudioOutput {
    guard let card = tryOpen(request) else {
      throw SpinetError(.deviceFailed, what: request.pcm, why: "it is away", remedy: "plug it in")
    }
    return card
  }

  func tryOpen(_ request: OutputRequest) -> (any AudioOutput)? {
    guard isThere(request.pcm) else { return nil }
    return EveningCard(request.pcm, rate: rate(of: request.pcm), of: self, in: world)
  }

  func begins(_ card: EveningCard) {
    current = card
    hasStarted()
  }
}

/// A card with its audio thread, whose blocks are events of the world.
///
/// As the real one, it pauses after a silence, wakes a moment after it is told to, tells nobody that it has, and goes on
/// in silence while it is lost.
final class EveningCard: AudioOutput, @unchecked Sendable {
  // Sendable because one thread has the world.
  let format: OutputFormat
  private let cards: EveningCards
  private let world: World
  private let buffer: SampleBuffer
  private var playing: (engine: any SoundEngine, link: EngineLink)?
  private var recorder: FrameRecorder?
  private var input: InputStream?
  private let inputBuffer: SampleBuffer
  private var frame: Int64 = 0
  private var isWaking = false
  private var needsRestart = false
  private var losses = 0
  private var isLost = false
  private var hasPlayed = false
  private(set) var state = OutputStatus.State.stopped
  /// When its state was another one.
  private(set) var changedAt: HostTime

  private static let secondsOfBlock = 0.02
  private static let secondsUntilPause = 5.0
  private static let secondsUntilPlaying = 0.03
  private static let secondsBetweenAttempts = 0.5

  init(_ pcm: String, rate: Int, of cards: EveningCards, in world: World) {
    let period = Int(Double(rate) * Self.secondsOfBlock)
    format = OutputFormat(
      pcm: pcm, framesPerSecond: rate, periodFrames: period, bufferFrames: 2 * period, channels: 2,
      sampleFormat: .float32, access: .none)
    (buffer, inputBuffer) = (SampleBuffer(capacity: period), SampleBuffer(capacity: period))
    (self.cards, self.world, changedAt) = (cards, world, world.now)
  }

  func start(
    _ engine: any SoundEngine, link: EngineLink, recorder: FrameRecorder?, input: Capture?
  ) throws(SpinetError) {
    playing = (engine, link)
    (self.recorder, self.input) = (recorder, input?.stream)
    self.input?.wake()
    become(.playing)
    cards.begins(self)
    scheduleBlock()
  }

  func record(to recorder: FrameRecorder?) {
    self.recorder = recorder
    wake()
  }

  func stop() {
    (playing, recorder, input) = (nil, nil, nil)
    become(.stopped)
  }

  /// The thread is another one: it plays a moment later.
  func wake() {
    guard state == .paused, !isWaking else { return }
    isWaking = true
    world.after(Self.secondsUntilPlaying) { [weak self] in self?.goOn() }
  }

  private func goOn() {
    isWaking = false
    guard playing != nil, state == .paused else { return }
    input?.wake()
    become(.playing)
    play()
  }

  func lose() {
    guard playing != nil, format.pcm == EveningCards.wanted, !isLost else { return }
    isLost = true
    losses += 1
    let wasPaused = state == .paused
    become(.lost(reason: "No such device"))
    if wasPaused {
      // What waits in the input is as old as the silence.
      input?.wake()
      scheduleBlock()
    }
    scheduleAttempt()
  }

  private func scheduleAttempt() {
    world.after(Self.secondsBetweenAttempts) { [weak self] in self?.attempt() }
  }

  private func attempt() {
    guard playing != nil, isLost else { return }
    guard cards.isThere(format.pcm) else { return scheduleAttempt() }
    guard cards.rate(of: format.pcm) == format.framesPerSecond else {
      needsRestart = true
      return
    }
    isLost = false
    become(.playing)
  }

  private func become(_ new: OutputStatus.State) {
    if new != state { changedAt = world.now }
    state = new
  }

  // MARK: Blocks

  private func scheduleBlock() { world.after(Self.secondsOfBlock) { [weak self] in self?.play() } }

  private func play() {
    guard let (engine, link) = playing, state != .paused else { return }
    let timeline = Timeline(
      anchorFrame: frame, anchorTime: world.now, framesPerSecond: Double(format.framesPerSecond),
      latencyFrames: Int64(format.latencyFrames))
    var block = buffer.block(frameCount: format.periodFrames, firstFrame: frame, timeline: timeline)
    if let input {
      input.take(inputBuffer.channels)
      block.input = AudioInput(inputBuffer.channels)
    }
    Denormals.flushed { engine.render(block) }
    if !(block.left.peak < 100) { world.fail("a block has the sample \(block.left.peak)") }
    recorder?.take(block)
    tell(block)
    frame += Int64(format.periodFrames)
    hasPlayed = true
    let silence = Double(link.meters.silentFrames) / Double(format.framesPerSecond)
    let isIdle = link.waitingCommands == 0 && recorder == nil
    if state == .playing, silence > Self.secondsUntilPause, isIdle {
      become(.paused)
      input?.rest()
    } else {
      scheduleBlock()
    }
  }

  private func tell(_ block: AudioBlock) {
    let samples = (0..<block.frameCount).flatMap { [block.left[$0], block.right[$0]] }
    cards.hasPlayed(
      Takes.Block(
        time: world.now, framesPerSecond: format.framesPerSecond, samples: samples,
        isRecorded: recorder != nil))
  }

  var status: OutputStatus {
    OutputStatus(
      state: state, hasPlayed: hasPlayed, pcm: format.pcm, underruns: 0, suspensions: 0, shortWrites: 0,
      losses: losses, reopenings: 0, pauses: 0, needsRestart: needsRestart,
      latencyFrames: format.latencyFrames, grant: nil)
  }
}
