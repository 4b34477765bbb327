import SpinetEngine
import SpinetRealtime
import SpinetWidgets
import Synchronization

/// An engine as a part of a mix, with the memory that it needs there.
package final class MixerPart: @unchecked Sendable {
  // Sendable because one thread at a time uses it: the one that prepares it, then control, then audio.
  package let engine: any SoundEngine
  /// Parts that share something are rendered by one thread, one after another.
  let shared: ObjectIdentifier?
  package private(set) var strip: StripWidgets
  private(set) var link: EngineLink
  /// [audio-thread]
  var commands: CommandEnd
  /// The end that receives the part's reports, until control takes it.
  private var reports: ReportEnd?
  private(set) var buffer = SampleBuffer(capacity: 0)
  /// What the engine is prepared for.
  private(set) var format: StreamFormat?
  /// Whether the engine is prepared. It does not change while something renders.
  private(set) var isPlayable = false
  /// What the room hears of the last block, if `state.value.isInRoom`; nil for a part with nothing for the room.
  private(set) var send: SampleBuffer?
  let state = FixedValue(StripState())
  /// How long the last block took. [audio-thread]
  var nanoseconds: UInt64 = 0

  package init(_ engine: any SoundEngine, strip: StripWidgets = StripWidgets()) {
    self.engine = engine
    shared = engine.sharedMemory
    self.strip = strip
    let ends = ControlEnds(commandCapacity: 0, reportCapacity: 0)
    link = ends.link
    commands = ends.commands
  }

  /// Takes level, pan, mute and solo from these widgets. [control-thread] [not-rendering]
  package func use(_ strip: StripWidgets) {
    self.strip = strip
    if let format { resetState(format) }
  }

  /// Allocates everything for a stream, unless the part is ready for it. If the engine cannot be prepared, the part is
  /// silent and takes no commands. [any-thread] [not-rendering]
  package func prepare(for format: StreamFormat) throws(SpinetError) {
    guard !isReady(for: format) else { return }
    let ends = ControlEnds(
      commandCapacity: Self.commandsAtOnce, reportCapacity: 1024, tap: nil, hasRoom: true)
    link = ends.link
    commands = ends.commands
    reports = consume ends.reports
    buffer = SampleBuffer(capacity: format.largestBlock)
    send = engine.roomShare.map { _ in SampleBuffer(capacity: format.largestBlock, channels: 1) }
    resetState(format)
    do {
      try engine.prepare(
        framesPerSecond: format.framesPerSecond, largestBlock: format.largestBlock, link: link)
      (self.format, isPlayable) = (format, true)
    } catch {
      (self.format, isPlayable) = (nil, false)
      link.meters.recordBlock(frames: format.largestBlock, voices: 0, peak: 0, isSilent: true)
      throw error
    }
  }

  private func resetState(_ format: StreamFormat) {
    state.value = StripState(strip, room: engine.roomShare, framesPerSecond: format.framesPerSecond)
  }

  /// The room for commands. Those that find none wait in the mixer's own ring for the next block.
  private static let commandsAtOnce = 512

  /// Whether the part is prepared for the stream and has not played yet. A part whose report end was taken must be
  /// prepared again, even if the stream never began, because the end can be taken only once.
  private func isReady(for format: StreamFormat) -> Bool {
    format == self.format && !state.value.hasPlayed && reports != nil
  }

  /// The end that receives the part's reports; nil if it was already taken for this stream. [control-thread]
  func popReports() -> ReportEnd? { reports.take() }
}

/// A slot of the mix, for one part. Control fills and empties it. The audio thread marks it when its part has rung
/// out.
final class MixerSlot: @unchecked Sendable {
  // Sendable because `part` and `number` change only while the state is `free` or nothing renders.
  enum State: UInt8, AtomicRepresentable {
    case free, playing, leaving
    /// The audio thread does not use it any more.
    case silent
  }

  let state = Atomic<State>(.free)
  let isFading = Atomic<Bool>(false)
  private(set) var part: MixerPart?
  private(set) var number: UInt32 = 0

  func fill(_ part: MixerPart, number: UInt32) {
    self.part = part
    self.number = number
    isFading.store(false, ordering: .relaxed)
    state.store(.playing, ordering: .releasing)
  }

  func leave() {
    _ = state.compareExchange(expected: .playing, desired: .leaving, ordering: .acquiringAndReleasing)
  }

  func empty() { _ = pop() }

  func pop() -> MixerPart? {
    state.store(.free, ordering: .relaxed)
    return part.take()
  }
}
