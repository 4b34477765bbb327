import CFaust
import SpinetEngine
import SpinetWidgets

/// A program's `effect`, which everything goes through.
struct EffectLane {
  private let functions: UnsafeMutablePointer<FaustFunctions>
  private let memory: UnsafeMutableRawPointer
  private let zones: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  private let controls: UnsafeMutablePointer<LiveControl>
  private let controlCount: Int
  /// What it hears: the voices' channels, over and over if it wants more.
  private let inputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>
  private let nothing: ChannelBuffers
  let output: ChannelBuffers
  /// Frames in a row in which neither it nor a voice was heard.
  private var quietFrames = 0
  private let longestPause: Int
  /// Frames until it has faded, to be emptied; 0 for as usual.
  private var fadeFrames = 0
  private let fadeLength: Int
  private let meters: EngineMeters

  init(
    _ part: ProgramPart, _ state: DSPInstancePool.State, after bus: ChannelBuffers, stream: StreamFormat,
    meters: EngineMeters
  ) {
    self.meters = meters
    functions = FaustVoicePlayer.copy([part.functions])
    memory = state.memory
    zones = FaustVoicePlayer.copy(state.zones)
    controls = FaustVoicePlayer.copy(part.controls.map { LiveControl($0) })
    controlCount = part.controls.count
    output = ChannelBuffers(count: part.outputCount, capacity: stream.largestBlock)
    nothing = ChannelBuffers(count: 1, capacity: stream.largestBlock)
    inputs = .allocate(capacity: max(1, part.inputCount))
    for index in 0..<part.inputCount {
      let heard = bus.count > 0 ? bus.addresses[index % bus.count] : nothing.addresses[0]
      (inputs + index).initialize(to: heard)
    }
    // A pause may lie between two echoes.
    longestPause = stream.frames(seconds: 2.5)
    fadeLength = stream.frames(seconds: 0.005)
    quietFrames = longestPause
    for index in 0..<controlCount where !controls[index].isBargraph {
      zones[index].pointee = controls[index].value
    }
  }

  func deallocate() {
    for index in 0..<controlCount { controls[index].deallocate() }
    functions.deallocate()
    zones.deallocate()
    controls.deallocate()
    inputs.deallocate()
    nothing.deallocate()
    output.deallocate()
  }

  /// Neither it nor what it hears has made a sound for longer than any echo takes: it need not be played.
  var isAsleep: Bool { @_noLocks get { quietFrames >= longestPause } }

  /// Frames until it may fall asleep, or has faded.
  var framesToRest: Int {
    @_noLocks get { fadeFrames > 0 ? fadeFrames : longestPause - quietFrames }
  }

  /// [audio-thread]
  @_noLocks mutating func followWidgets() {
    for index in 0..<controlCount where controls[index].takeMove() {
      zones[index].pointee = controls[index].value
      quietFrames = 0
    }
  }

  /// [audio-thread]
  @_noLocks func showBargraphs() {
    for index in 0..<controlCount where controls[index].isBargraph && zones[index].pointee.isFinite {
      _ = controls[index].cell?.store(Double(zones[index].pointee))
    }
  }

  /// Everything in it goes, without a click. [audio-thread]
  @_noLocks mutating func fallSilent() {
    if !isAsleep { fadeFrames = fadeLength }
  }

  /// Plays what is on the bus into `output`.
  /// - Parameter isHeard: whether a voice sounds on the bus. [audio-thread]
  @_noLocks mutating func play(_ frames: Int, isHeard: Bool) {
    if isHeard { quietFrames = 0 }
    guard !isAsleep else { return output.clear(frames) }
    faust_compute(functions, memory, Int32(frames), inputs, output.addresses)
    if output.count > 0, !output.endsFinite(frames) { lose(frames) }
    output.mend(frames, noting: meters)
    fade(frames)
    guard !isHeard else { return }
    let quiet = output.quietFrames(frames, below: FaustVoicePlayer.threshold)
    quietFrames = quiet < frames ? quiet : quietFrames + frames
  }

  @_noLocks private mutating func fade(_ frames: Int) {
    guard fadeFrames > 0 else { return }
    output.fade(frames, rest: fadeFrames, of: fadeLength)
    fadeFrames = max(0, fadeFrames - frames)
    if fadeFrames == 0 { faust_clear(functions, memory) }
  }

  @_noLocks private func lose(_ frames: Int) {
    faust_clear(functions, memory)
    output.clear(frames)
    meters.noteOverflow()
  }
}
