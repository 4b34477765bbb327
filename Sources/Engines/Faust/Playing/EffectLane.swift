import CFaust
import SpinetEngine
import SpinetRealtime
import SpinetWidgets

/// A program's `effect`, through which all voices go.
struct EffectLane: ~Copyable {
  private let functions: FixedValue<FaustFunctions>
  private let lanes: VoiceLanes
  private let controls: LiveControls
  /// The voices' channels, repeated if the effect has more inputs.
  private let inputs: FixedBuffer<UnsafeMutablePointer<Float>?>
  /// The input of an effect whose voices have no channels.
  private let silence: ChannelBuffers
  let output: ChannelBuffers

  /// Frames in a row in which no voice sounded and the output was too quiet to hear.
  private var quietFrames: Int
  private let longestPause: Int
  /// Frames until a fade-out is complete and the state is cleared; 0 for no fade-out.
  private var fadeFrames = 0
  private let fadeLength: Int
  private let meters: EngineMeters

  /// - Parameter bus: must outlive the effect. [control-thread]
  init(
    _ part: ProgramPart, _ state: DSPInstancePool.State, after bus: borrowing ChannelBuffers,
    stream: StreamFormat, meters: EngineMeters
  ) {
    self.meters = meters
    functions = FixedValue(part.functions)
    lanes = VoiceLanes([state])
    controls = LiveControls(part.controls)
    output = ChannelBuffers(count: part.outputCount, capacity: stream.largestBlock, heard: 2)
    let silence = ChannelBuffers(count: 1, capacity: stream.largestBlock)
    let sources = bus.count > 0 ? bus.addresses : silence.addresses
    let sourceCount = max(1, bus.count)
    inputs = FixedBuffer(count: part.inputCount) { sources[$0 % sourceCount] }
    self.silence = silence
    // Longer than the pause between two echoes.
    longestPause = stream.frames(seconds: 2.5)
    fadeLength = stream.frames(seconds: 0.005)
    quietFrames = longestPause
    for index in 0..<controls.count where !controls[index].isBargraph {
      lane.set(control: index, to: controls[index].value)
    }
  }

  private var lane: VoiceLane { @_noLocks get { lanes.first } }

  /// Whether it need not be computed, because nothing has sounded for so long that no echo can follow.
  var isAsleep: Bool { @_noLocks get { quietFrames >= longestPause } }

  /// Frames until it may fall asleep, or a fade-out is complete.
  var framesToRest: Int {
    @_noLocks get { fadeFrames > 0 ? fadeFrames : longestPause - quietFrames }
  }

  /// [audio-thread]
  @_noLocks mutating func followWidgets() {
    for index in 0..<controls.count where controls[index].popMove() {
      lane.set(control: index, to: controls[index].value)
      quietFrames = 0
    }
  }

  /// [audio-thread]
  @_noLocks func showBargraphs() {
    for index in 0..<controls.count where controls[index].isBargraph {
      let level = lane.value(ofControl: index)
      if level.isFinite { _ = controls[index].cell?.store(Double(level)) }
    }
  }

  /// Fades out, then clears the state. [audio-thread]
  @_noLocks mutating func fallSilent() {
    if !isAsleep { fadeFrames = fadeLength }
  }

  /// Plays the bus into `output`. [audio-thread]
  /// - Parameter isActive: whether a voice sounds on the bus.
  @_noLocks mutating func play(_ frames: Int, isActive: Bool) {
    if isActive { quietFrames = 0 }
    guard !isAsleep else { return output.clear(frames) }
    faust_compute(functions.address, lane.memory, Int32(frames), inputs.start, output.addresses)
    if output.count > 0, !output.endsFinite(frames) { restart(frames) }
    output.silenceOverflows(frames, meters: meters)
    fade(frames)
    guard !isActive else { return }
    let quiet = output.quietFrames(frames, below: FaustVoicePlayer.threshold)
    quietFrames = quiet < frames ? quiet : quietFrames + frames
  }

  @_noLocks private mutating func fade(_ frames: Int) {
    guard fadeFrames > 0 else { return }
    output.fade(frames, rest: fadeFrames, of: fadeLength)
    fadeFrames = max(0, fadeFrames - frames)
    if fadeFrames == 0 { faust_clear(functions.address, lane.memory) }
  }

  /// Clears a state that has become infinite or not a number, and reports an overflow.
  @_noLocks private func restart(_ frames: Int) {
    faust_clear(functions.address, lane.memory)
    output.clear(frames)
    meters.recordOverflow()
  }
}
