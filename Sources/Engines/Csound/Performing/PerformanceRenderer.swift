import CCsound
import CRealtime
import SpinetEngine
import SpinetRealtime
import SpinetWidgets
import Synchronization

/// The audio thread's side of a performance. It cuts Csound's control blocks to blocks of any size.
///
/// Control blocks begin at multiples of their length in the stream, wherever the output's blocks begin. A
/// command takes effect with the first control block after it. Input comes out at once when blocks are
/// aligned, otherwise a control block later.
package struct PerformanceRenderer: ~Copyable {
  private let csound: OpaquePointer
  /// Whether the instance has crashed.
  private let crashed: UnsafeMutablePointer<Atomic<Bool>>
  private let programName: UnsafePointer<CChar>
  private let input: UnsafeMutablePointer<Double>?
  private let output: UnsafeMutablePointer<Double>
  private let blockFrames: Int
  private let channels: Int
  private let inputChannels: Int
  private let fullScale: Double
  private var end: AudioEnd
  private let host: UnsafeMutablePointer<HostMIDIInput>
  private let requests: UnsafeMutablePointer<PerformanceRequests>
  private let links: FixedBuffer<ChannelLink>
  private let texts: FixedBuffer<TextLink>
  private let hooks: PerformanceHooks?
  private var voices: CsoundVoicePlayer
  /// The next frame of the control block that is being played.
  private var position = 0
  private var isOver = false
  /// Whether the input of a control block has arrived before it is performed.
  private var isAligned: Bool
  private var fade = Fade()
  private var peak: Float = 0

  init(
    _ instance: CsoundInstance, links: [ChannelLink], texts: [TextLink],
    voices: consuming CsoundVoicePlayer,
    end: consuming AudioEnd, host: UnsafeMutablePointer<HostMIDIInput>,
    requests: UnsafeMutablePointer<PerformanceRequests>, _ plan: Performance.Plan
  ) {
    csound = instance.csound
    crashed = instance.crashed
    programName = instance.programName
    blockFrames = instance.blockFrames
    channels = instance.channelCount
    inputChannels = instance.inputChannelCount
    input = cs_csoundGetSpin(instance.csound)
    output = cs_csoundGetSpout(instance.csound)
    fullScale = instance.fullScale
    self.end = end
    self.host = host
    self.requests = requests
    self.links = FixedBuffer(count: links.count) { links[$0] }
    self.texts = FixedBuffer(count: texts.count) { texts[$0] }
    hooks = plan.hooks
    isAligned = plan.isAligned
    self.voices = voices
  }

  /// The first control block, before the output starts.
  mutating func warmUp() { perform() }

  /// Fills a block. [audio-thread]
  @_noLocks package mutating func render(_ block: AudioBlock) {
    guard block.isActive else { return pause(block) }
    var done = 0
    peak = 0
    while done < block.frameCount {
      if position == blockFrames {
        feedNext(block.slice(from: done, count: block.frameCount - done))
        performNext(frame: block.firstFrame + Int64(done), block.timeline)
      }
      let count = min(blockFrames - position, block.frameCount - done)
      let part = block.slice(from: done, count: count)
      if !isAligned { feed(part, at: position) }
      play(part)
      position += count
      done += count
    }
    recordBlock(block)
  }

  /// Pauses the performance for a block that is not heard. When it continues, keys that were released meanwhile end,
  /// and keys that are held then begin. Keys that were pressed and released meanwhile never sound.
  @_noLocks private mutating func pause(_ block: AudioBlock) {
    peak = 0
    if fade.darken() { killVoices() }
    let frame = block.firstFrame + Int64(block.frameCount)
    while let command = end.peekCommand(), block.timeline.frame(of: command.time) <= frame {
      if case .midi(let message) = command.action, !host.pointee.keep(message) { break }
      end.popCommand()
      switch command.action {
      case .voice(let event): voices.takeUnheard(event, tellingEndsTo: &end)
      case .silence: killVoices()
      case .midi, .clock: break
      }
    }
    voices.reportEnded(to: &end)
    block.silence()
    recordBlock(block)
  }

  @_noLocks private func recordBlock(_ block: AudioBlock) {
    // A score may be silent for a long time and continue, so only its end counts as silence.
    end.meters.recordBlock(
      frames: block.frameCount, voices: voices.soundingCount, peak: peak, isSilent: isOver)
  }

  @_noLocks private mutating func performNext(frame: Int64, _ timeline: Timeline) {
    // Later commands are not part of the performance that ends here.
    if fade.isBottom, !isOver { killVoices() }
    playCommands(until: frame, timeline)
    position = 0
    guard !isOver else { return }
    voices.sendNotes()
    guard let request = requests.pointee.pop() else { return perform() }
    carryOut(request.assumingMemoryBound(to: PerformanceRequest.self))
    if !isOver { perform() }
    requests.pointee.finish(request)
  }

  /// Carries out the request of another thread, between two control blocks.
  @_noLocks private mutating func carryOut(_ request: UnsafeMutablePointer<PerformanceRequest>) {
    rt_enter_guarded_program(programName, cs_land)
    let answer =
      if let text = request.pointee.text { cs_send_score(csound, text) } else {
        cs_copy_table(
          csound, request.pointee.table, request.pointee.first, request.pointee.values,
          request.pointee.count,
          request.pointee.isWrite ? 1 : 0, &request.pointee.tableLength)
      }
    rt_leave_program()
    if answer != 0 { finish(crash: cs_crash(answer)) }
  }

  @_noLocks private mutating func playCommands(until frame: Int64, _ timeline: Timeline) {
    while let command = end.peekCommand() {
      let due = timeline.frame(of: command.time)
      guard due <= frame else { return }
      if case .midi(let message) = command.action, !host.pointee.take(message) { return }
      if due <= frame - Int64(blockFrames) { end.meters.countLateCommand() }
      end.popCommand()
      switch command.action {
      case .voice(let event): voices.take(event)
      case .silence: fade.begin()
      case .midi, .clock: break
      }
    }
  }

  /// One control block: widgets in, sound and labels out.
  @_noLocks private mutating func perform() {
    for index in 0..<links.count { links[index].putIntoChannel() }
    if let hooks { cs_call(hooks.before, hooks.context) }
    rt_enter_guarded_program(programName, cs_land)
    let answer = cs_perform(csound)
    rt_leave_program()
    fade.advance()
    guard answer == 0 else { return finish(crash: cs_crash(answer)) }
    if let hooks { cs_call(hooks.after, hooks.context) }
    for index in 0..<links.count { links[index].readChannel() }
    for index in 0..<texts.count { texts[index].readChannel() }
    voices.reportEnded(to: &end)
  }

  /// - Parameter crash: the signal of a crash, or 0.
  @_noLocks private mutating func finish(crash: Int32) {
    isOver = true
    if crash != 0 {
      crashed.pointee.store(true, ordering: .relaxed)
      end.meters.recordCrash(signal: crash)
    }
    end.report(.performanceEnded)
  }

  @_noLocks private mutating func killVoices() {
    voices.kill()
    host.pointee.silence()
  }

  /// Before a control block: its input, if that has arrived. After a block of unexpected length, input comes a
  /// control block later from then on.
  @_noLocks private mutating func feedNext(_ rest: AudioBlock) {
    guard isAligned else { return }
    isAligned = rest.frameCount >= blockFrames
    guard !isAligned else { return feed(rest.slice(from: 0, count: blockFrames), at: 0) }
    for index in 0..<(blockFrames * inputChannels) { input?[index] = 0 }
  }

  @_noLocks private func feed(_ block: AudioBlock, at position: Int) {
    guard let input, inputChannels > 0, let source = block.input else { return }
    for channel in 0..<min(inputChannels, source.channelCount) {
      let samples = source.samples(channel)
      let target = input + position * inputChannels + channel
      for frame in 0..<block.frameCount {
        target[frame * inputChannels] = Double(samples[frame]) * fullScale
      }
    }
  }

  /// The rest of a control block, or a part of it; mono goes to both sides.
  @_noLocks private mutating func play(_ block: AudioBlock) {
    guard !isOver else { return block.silence() }
    play(0, into: block.left)
    play(channels > 1 ? 1 : 0, into: block.right)
    if let further = block.further {
      for index in 0..<further.channelCount { play(2 + index, into: further[index]) }
    }
    peak = max(peak, block.main.peak)
  }

  /// A channel of the orchestra; silence where there is none.
  @_noLocks private func play(_ channel: Int, into samples: Samples) {
    guard channel < channels else { return samples.fill(0) }
    let source = output + position * channels + channel
    let scale = 1 / fullScale
    guard fade.isOn else {
      for frame in 0..<samples.count { samples[frame] = sound(source[frame * channels] * scale) }
      return
    }
    for frame in 0..<samples.count {
      let gain = scale * fade.gain(at: position + frame, of: blockFrames)
      samples[frame] = sound(source[frame * channels] * gain)
    }
  }

  /// NaN, and anything far beyond full scale, becomes silence.
  @_noLocks private func sound(_ sample: Double) -> Float {
    if abs(sample) < 1e6 { return Float(sample) }
    end.meters.recordOverflow()
    return 0
  }
}
