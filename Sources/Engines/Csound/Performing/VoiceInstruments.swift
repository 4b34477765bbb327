import CCsound
import SpinetRealtime

extension CsoundInstance {
  /// The numbers of the instruments that keys play, by MIDI channel; at 0 for notes without one. Empty for
  /// an orchestra that no key plays.
  var voiceInstruments: [Int: Int] { document.voiceInstruments.compactMapValues { number(of: $0) } }
}

/// Which instrument the notes of each MIDI channel play.
struct VoiceInstruments: ~Copyable {
  /// By channel; 0 is for notes without one.
  private let numbers: FixedBuffer<Int>
  private let fieldCounts: FixedBuffer<Int>
  /// Each instrument once.
  let all: FixedBuffer<Int>

  /// 16 MIDI channels, and 0 for notes without one.
  private static let slotCount = 17
  /// Up to p7; a note has at least p1 to p3.
  private static let fields = 3...7

  /// - Parameter found: instruments by channel, as `voiceInstruments` has them.
  init(_ found: [Int: Int], in instance: CsoundInstance) {
    let other = found[0] ?? found.min { $0.key < $1.key }?.value ?? 0
    let numbers = (0..<Self.slotCount).map { found[$0] ?? other }
    self.numbers = FixedBuffer(count: numbers.count) { numbers[$0] }
    fieldCounts = FixedBuffer(count: numbers.count) { Self.fieldCount(of: numbers[$0], in: instance) }
    let each = Array(Set(found.values))
    all = FixedBuffer(count: each.count) { each[$0] }
  }

  /// As many as the instrument reads: Csound warns about any more.
  private static func fieldCount(of instrument: Int, in instance: CsoundInstance) -> Int {
    guard !instance.document.countsFields else { return fields.upperBound }
    let count = Int(cs_field_count(instance.csound, Int32(instrument)))
    return min(max(count, fields.lowerBound), fields.upperBound)
  }

  /// - Parameter channel: 1–16, or 0.
  @_noLocks func number(for channel: Int) -> Int { numbers[channel] }
  @_noLocks func fieldCount(for channel: Int) -> Int { fieldCounts[channel] }
}
