import SpinetEngine
import SpinetRealtime
import Synchronization

/// The audio side of the mixer. It allocates everything in `init`.
struct MixerPlayer: ~Copyable {
  private var end: AudioEnd
  private let parts: MixerParts
  /// Renders parts on several cores; nil for one.
  private let forkJoin: ForkJoin?
  private let spread: RenderThreads
  /// Longer than the longest delay time: a gap between two echoes is not the end.
  private let framesUntilSilent: Int
  private var room: Room

  private static let secondsUntilSilent = 2.2

  init(
    _ parts: MixerParts, _ format: StreamFormat, _ forkJoin: ForkJoin?, _ spread: RenderThreads,
    end: consuming AudioEnd
  ) {
    self.end = end
    self.parts = parts
    self.forkJoin = forkJoin
    self.spread = spread
    room = Room(framesPerSecond: format.framesPerSecond, largestBlock: format.largestBlock)
    framesUntilSilent = Int(Self.secondsUntilSilent * format.framesPerSecond)
  }

  mutating func render(_ block: AudioBlock) {
    parts.findActive()
    passCommands()
    if parts.count == 1, let part = parts[0] {
      renderAlone(part, into: block)
    } else {
      renderToBuffers(block)
      let peak = mix(block)
      record(block, peak: peak)
    }
    endSilent()
  }

  /// Renders the only part directly into the block. So it costs no more than its engine, and keeps all its outputs.
  private mutating func renderAlone(_ part: MixerPart, into block: AudioBlock) {
    block.silenceFurther()
    parts.render(part, in: parts.slot(0), into: block)
    let peak = part.link.meters.popPeak()
    let isUnchanged = part.state.value.isAtRest && !part.state.value.isInRoom && room.isResting
    send(part, frames: block.frameCount)
    room.add(to: block)
    record(block, peak: isUnchanged ? peak : block.main.peak)
  }

  /// Renders every part into its own memory, on several cores where that pays.
  private func renderToBuffers(_ block: AudioBlock) {
    parts.block = block
    if let forkJoin, parts.saving(threads: spread.threads) >= spread.leastSavingNanoseconds {
      forkJoin.run(parts.count)
    } else {
      for index in 0..<parts.count { parts.perform(index) }
    }
  }

  /// Gives every part its commands. If a part's ring is full, its command and all later ones wait for the next block.
  ///
  /// This second ring costs 28 ns a command (`benchmarks commands`), 1 % of a block of 128 frames for a thousand of them.
  /// Control in return pushes into one ring, in the order of time, while parts come and go on this side of it.
  private mutating func passCommands() {
    while let command = end.peekCommand() {
      let slot = parts.slot(ofPart: command.part)
      // Check the state first: only a rendered slot keeps its number.
      if isRendered(slot), slot.number == command.part, let part = slot.part, part.isPlayable {
        guard part.commands.send(command) else { return }
      }
      end.popCommand()
    }
  }

  private func isRendered(_ slot: MixerSlot) -> Bool {
    let state = slot.state.load(ordering: .acquiring)
    return state == .playing || state == .leaving
  }

  /// Adds up what the parts have rendered. Returns the peak.
  private mutating func mix(_ block: AudioBlock) -> Float {
    block.silence()
    for index in 0..<parts.count {
      guard let part = parts[index] else { continue }
      _ = part.link.meters.popPeak()
      block.left.add(part.buffer.left)
      block.right.add(part.buffer.right)
      send(part, frames: block.frameCount)
    }
    room.add(to: block)
    return block.main.peak
  }

  /// Gives the room what a part sends to it.
  private mutating func send(_ part: MixerPart, frames: Int) {
    guard let send = part.send, part.state.value.isInRoom else { return }
    room.take(send.left.slice(from: 0, count: frames))
  }

  /// Updates the meters of the mix. A part with pending commands is not silent, and one that has left is not silent
  /// before it has rung out: a card that rests would keep it in memory.
  private func record(_ block: AudioBlock, peak: Float) {
    var voices = 0
    var isSilent = room.isResting
    for index in 0..<parts.count {
      guard let part = parts[index] else { continue }
      let meters = part.link.meters
      end.meters.absorb(meters)
      voices += meters.soundingVoices
      if meters.silentFrames == 0 || part.link.waitingCommands > 0 || isLeaving(index) { isSilent = false }
    }
    end.meters.recordBlock(frames: block.frameCount, voices: voices, peak: peak, isSilent: isSilent)
  }

  private func isLeaving(_ index: Int) -> Bool {
    parts.slot(index).state.load(ordering: .relaxed) == .leaving
  }

  /// Marks the parts that have rung out as silent, so that control may free them.
  private func endSilent() {
    for index in 0..<parts.count {
      let slot = parts.slot(index)
      guard isLeaving(index), hasRungOut(slot) else { continue }
      slot.state.store(.silent, ordering: .releasing)
    }
  }

  /// Whether the part has rung out. A function of its own, so that its reference to the part ends before control
  /// may free it.
  private func hasRungOut(_ slot: MixerSlot) -> Bool {
    guard let part = slot.part else { return false }
    if slot.isFading.load(ordering: .relaxed), part.state.value.isSilent { return true }
    return part.link.waitingCommands == 0 && part.link.meters.silentFrames >= framesUntilSilent
  }
}
