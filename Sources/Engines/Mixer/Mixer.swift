import SpinetEngine
import SpinetRealtime
import SpinetWidgets
import Synchronization
import SystemPackage

/// Plays several engines at once and adds their sound. Parts can be added and removed while it plays.
///
/// A released part is rendered until it is silent, so that held notes and tails are heard to their ends. Commands
/// come through the mixer's own link with the number of their part, in the order in which they happened. Each part
/// has its own end for reports.
package final class Mixer: SoundEngine, @unchecked Sendable {
  // Sendable because the protocol forbids calling `prepare` and `render` at the same time, and the slots are handed
  // over by their states.
  package let name = "Mixer"
  package let widgets: [Widget] = []
  package let voiceCapacity = 0
  private let slots = (0..<Mixer.capacity).map { _ in MixerSlot() }
  private let solo = SoloElsewhere()
  private var lastTurn: UInt32 = 0
  /// The format of the stream; nil before the first `prepare`.
  package private(set) var format: StreamFormat?
  /// Whether a thread may be rendering: from `prepare` to `streamHasEnded`.
  private var isStreaming = false
  private var player = PreparedPlayer<MixerPlayer>()
  /// How many threads render the parts. Takes effect at the next `prepare`.
  package var spread = RenderThreads()
  private var forkJoin: ForkJoin?
  /// Why parts are silent that could not be prepared for the current stream.
  package private(set) var silentParts: [SpinetError] = []

  /// The maximum number of parts, including those that ring out.
  package static let capacity = 64

  package init() {}

  /// All parts hear the same input.
  package var inputCount: Int { parts.map(\.inputCount).max() ?? 0 }
  /// Several parts are mixed to two outputs. A part that plays alone keeps all its outputs.
  package var outputCount: Int { parts.count == 1 ? parts[0].outputCount : 2 }
  package var inputFile: FilePath? { parts.lazy.compactMap(\.inputFile).first }
  package var hasScore: Bool { parts.contains(where: \.hasScore) }
  package var periodUnit: Int { parts.map(\.periodUnit).reduce(1, Self.leastCommonMultiple) }
  package var ownFramesPerSecond: Double? { parts.count == 1 ? parts[0].ownFramesPerSecond : nil }

  private var parts: [any SoundEngine] {
    slots.filter { $0.state.load(ordering: .acquiring) == .playing }.compactMap { $0.part?.engine }
  }

  private static func leastCommonMultiple(_ a: Int, _ b: Int) -> Int {
    var (x, y) = (a, b)
    while y != 0 { (x, y) = (y, x % y) }
    return a / x * b
  }

  /// Prepares every part. Drops those that were ringing out. A part that cannot be prepared is silent, such as a program
  /// whose process has ended and whose file no longer compiles; if none can, it throws.
  package func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) throws(SpinetError) {
    let format = StreamFormat(framesPerSecond: framesPerSecond, largestBlock: largestBlock)
    self.format = format
    isStreaming = true
    try prepareParts(for: format)
    let rendered = MixerParts(slots, solo, isTimed: spread.threads > 1)
    forkJoin = try makeForkJoin(rendered)
    player.prepare { MixerPlayer(rendered, format, forkJoin, spread, end: link.claimAudioEnd()) }
    if parts.count > 1 { try forkJoin?.start() }
  }

  private func prepareParts(for format: StreamFormat) throws(SpinetError) {
    silentParts = []
    for slot in slots {
      switch slot.state.load(ordering: .acquiring) {
      case .playing:
        do throws(SpinetError) { try slot.part?.prepare(for: format) } catch { silentParts.append(error) }
      case .leaving, .silent: slot.empty()
      case .free: break
      }
    }
    if let first = silentParts.first, silentParts.count == parts.count { throw first }
  }

  /// Nothing renders until the next `prepare`. [control-thread]
  package func streamHasEnded() { isStreaming = false }

  private func makeForkJoin(_ parts: MixerParts) throws(SpinetError) -> ForkJoin? {
    guard spread.threads > 1 else { return nil }
    return try ForkJoin(parts, helpers: spread.threads - 1, isUrgent: spread.isUrgent)
  }

  /// Renders all parts. The compiler cannot check this call for locks, because the engines' types are not known here.
  /// [audio-thread]
  package func render(_ block: AudioBlock) { player.render(block) { $0.render($1) } }
}

// MARK: Parts
extension Mixer {
  /// Prepares parts if necessary, and renders all of them from the next block on, or none if it throws. Returns their
  /// numbers. [control-thread]
  package func add(_ added: [MixerPart]) throws(SpinetError) -> [UInt32] {
    let free = slots.indices.filter { slots[$0].state.load(ordering: .acquiring) == .free }
    guard free.count >= added.count else {
      throw SpinetError(
        .limitReached, what: "the mix",
        why: "\(Self.capacity) parts are sounding already, including released ones",
        remedy: "play fewer parts, or wait until the last ones are silent")
    }
    if let format { for part in added { try part.prepare(for: format) } }
    // One part needs no helpers.
    if parts.count + added.count > 1 { try forkJoin?.start() }
    return zip(added, free).map { part, index in
      lastTurn &+= 1
      let number = lastTurn &* UInt32(Self.capacity) &+ UInt32(index)
      slots[index].fill(part, number: number)
      return number
    }
  }

  /// Adds one part.
  package func add(_ part: MixerPart) throws(SpinetError) -> UInt32 { try add([part])[0] }

  /// Lets a part ring out. The caller sends it no new notes. [control-thread]
  package func release(_ number: UInt32) { slot(number)?.leave() }

  /// Whether something that is not in the mix is solo, so that the parts are silent that are not. [control-thread]
  package func setSoloElsewhere(_ isSolo: Bool) { solo.isThere.store(isSolo, ordering: .relaxed) }

  /// Fades a part that rings out, because it does not end by itself. [control-thread]
  package func fade(_ number: UInt32) { slot(number)?.isFading.store(true, ordering: .relaxed) }

  /// Removes and returns a part that has rung out; nil while it sounds. The caller frees it, which may take time.
  /// [control-thread]
  package func popSilent(_ number: UInt32) -> MixerPart? {
    guard let slot = slot(number), slot.state.load(ordering: .acquiring) == .silent else { return nil }
    return slot.pop()
  }

  /// Removes and returns a released part that cannot ring out, because nothing renders; nil while something does. The
  /// caller frees it. [control-thread]
  package func popUnheard(_ number: UInt32) -> MixerPart? {
    guard !isStreaming, let slot = slot(number), slot.state.load(ordering: .acquiring) == .leaving else {
      return nil
    }
    return slot.pop()
  }

  /// Whether the part is still in the mix: playing, ringing out, or silent but not removed yet. [control-thread]
  package func contains(_ number: UInt32) -> Bool { slot(number) != nil }

  /// The end that receives the part's reports; nil if it was already taken for this stream. [control-thread]
  package func popReports(of number: UInt32) -> ReportEnd? { slot(number)?.part?.popReports() }

  private func slot(_ number: UInt32) -> MixerSlot? {
    let slot = slots[Int(number % UInt32(Self.capacity))]
    return slot.number == number && slot.state.load(ordering: .acquiring) != .free ? slot : nil
  }
}
