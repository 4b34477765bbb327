import SpinetEngine
import SpinetRealtime
import Synchronization

/// The audio side of the mixer. It allocates everything in `init`.
struct MixerPlayer: ~Copyable {
  private var end: AudioEnd
  private let slots: [MixerSlot]
  /// The slots that are rendered in this block, in their order.
  private let active: FixedBuffer<Int>
  private var activeCount = 0
  /// Longer than the longest echo, so that a pause between two is not taken for the end.
  private let framesUntilSilent: Int

  private static let secondsUntilSilent = 2.2

  init(_ slots: [MixerSlot], _ format: StreamFormat, end: consuming AudioEnd) {
    self.end = end
    self.slots = slots
    active = FixedBuffer(repeating: 0, count: slots.count)
    framesUntilSilent = Int(Self.secondsUntilSilent * format.framesPerSecond)
  }

  mutating func render(_ block: AudioBlock) {
    findActive()
    passCommands()
    let hasSolo = hasSolo
    if activeCount == 1, let part = part(0), part.state.address.pointee.isAtRest {
      // Nothing is copied and nothing added: one part costs what its engine costs.
      render(part, in: slots[active.start[0]], into: block, hasSolo: hasSolo)
      note(block, peak: part.link.meters.takePeak())
    } else {
      for index in 0..<activeCount { renderAside(index, block, hasSolo: hasSolo) }
      let peak = mix(block)
      note(block, peak: peak)
    }
    endSilent()
  }

  private func part(_ index: Int) -> MixerPart? { slots[active.start[index]].part }

  private mutating func findActive() {
    activeCount = 0
    for (index, slot) in slots.enumerated() {
      let state = slot.state.load(ordering: .acquiring)
      guard state == .playing || state == .leaving else { continue }
      active.start[activeCount] = index
      activeCount += 1
    }
  }

  /// Gives every part its commands. One whose ring is full keeps those behind it waiting: none is lost.
  private mutating func passCommands() {
    while let command = end.peekCommand() {
      let slot = slots[Int(command.part) % slots.count]
      if slot.number == command.part, isRendered(slot), let part = slot.part {
        guard part.link.send(command) else { return }
      }
      end.takeCommand()
    }
  }

  private func isRendered(_ slot: MixerSlot) -> Bool {
    let state = slot.state.load(ordering: .acquiring)
    return state == .playing || state == .leaving
  }

  private var hasSolo: Bool {
    for index in 0..<activeCount where part(index)?.state.address.pointee.isSoloed ?? false { return true }
    return false
  }

  /// Renders a part into its own memory.
  private func renderAside(_ index: Int, _ block: AudioBlock, hasSolo: Bool) {
    guard let part = part(index) else { return }
    var own = part.buffer.block(
      frameCount: block.frameCount, firstFrame: block.firstFrame, timeline: block.timeline)
    own.input = block.input
    own.isHeard = block.isHeard
    render(part, in: slots[active.start[index]], into: own, hasSolo: hasSolo)
  }

  private func render(_ part: MixerPart, in slot: MixerSlot, into block: AudioBlock, hasSolo: Bool) {
    part.engine.render(block)
    part.state.address.pointee.apply(
      to: block, hasSolo: hasSolo, isFading: slot.isFading.load(ordering: .relaxed))
  }

  /// Adds up what the parts have rendered. Returns the peak.
  private func mix(_ block: AudioBlock) -> Float {
    block.silence()
    for index in 0..<activeCount {
      guard let part = part(index) else { continue }
      _ = part.link.meters.takePeak()
      Self.add(part.buffer.left, to: block.left, block.frameCount)
      Self.add(part.buffer.right, to: block.right, block.frameCount)
    }
    return max(
      Self.peak(block.left, block.frameCount), Self.peak(block.right, block.frameCount))
  }

  @_noLocks private static func add(
    _ samples: UnsafeMutablePointer<Float>, to sum: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    for frame in 0..<count { sum[frame] += samples[frame] }
  }

  @_noLocks private static func peak(_ samples: UnsafeMutablePointer<Float>, _ count: Int) -> Float {
    var peak: Float = 0
    for frame in 0..<count { peak = max(peak, abs(samples[frame])) }
    return peak
  }

  /// Updates the meters of the whole. With a command waiting in a part it is not silent: the note is to come.
  private func note(_ block: AudioBlock, peak: Float) {
    var voices = 0
    var isSilent = true
    for index in 0..<activeCount {
      guard let part = part(index) else { continue }
      let meters = part.link.meters
      end.meters.absorb(meters)
      voices += meters.soundingVoices
      if meters.silentFrames == 0 || part.link.waitingCommands > 0 { isSilent = false }
    }
    end.meters.noteBlock(frames: block.frameCount, voices: voices, peak: peak, isSilent: isSilent)
  }

  /// Gives back the parts that have rung out.
  private func endSilent() {
    for index in 0..<activeCount {
      let slot = slots[active.start[index]]
      guard slot.state.load(ordering: .relaxed) == .leaving, let part = slot.part else { continue }
      if hasRungOut(part, isFading: slot.isFading.load(ordering: .relaxed)) {
        slot.state.store(.silent, ordering: .releasing)
      }
    }
  }

  private func hasRungOut(_ part: MixerPart, isFading: Bool) -> Bool {
    if isFading, part.state.address.pointee.isSilent { return true }
    return part.link.waitingCommands == 0 && part.link.meters.silentFrames >= framesUntilSilent
  }
}
