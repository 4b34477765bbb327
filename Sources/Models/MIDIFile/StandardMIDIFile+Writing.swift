import SpinetMIDI

extension StandardMIDIFile {
  /// An event to write to a track.
  package struct TrackEvent: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
      case message(MIDIMessage)
      /// Limited to 1–16,777,215.
      case tempo(microsecondsPerQuarter: Int)
      /// The bytes between F0 and F7.
      case exclusive([UInt8])
      /// The name of the track.
      case name(String)
      case specific([UInt8])
    }

    /// From the start of the file.
    package var tick: UInt32
    package var content: Content

    package init(tick: UInt32, _ content: Content) {
      self.tick = tick
      self.content = content
    }
  }

  /// The bytes of a file of format 1 with these tracks. The events of each track must be sorted by ticks.
  ///
  /// - Parameter ticksPerQuarter: limited to 1–32,767.
  package static func bytes(tracks: [[TrackEvent]], ticksPerQuarter: Int = 480) -> [UInt8] {
    let division = min(max(ticksPerQuarter, 1), 0x7FFF)
    var file: [UInt8] = [0x4D, 0x54, 0x68, 0x64]
    file += bigEndian(6, byteCount: 4) + bigEndian(1, byteCount: 2)
    file += bigEndian(tracks.count, byteCount: 2) + bigEndian(division, byteCount: 2)
    for track in tracks {
      let data = trackData(track)
      file += [0x4D, 0x54, 0x72, 0x6B] + bigEndian(data.count, byteCount: 4) + data
    }
    return file
  }

  private static func trackData(_ events: [TrackEvent]) -> [UInt8] {
    var data: [UInt8] = []
    var tick: UInt32 = 0
    for event in events.sorted(by: { $0.tick < $1.tick }) {
      appendWait(event.tick - tick, to: &data)
      tick = event.tick
      append(event.content, to: &data)
    }
    return data + [0, 0xFF, 0x2F, 0]
  }

  /// A delta time that needs more than four bytes is split by empty text events.
  private static func appendWait(_ ticks: UInt32, to data: inout [UInt8]) {
    var rest = ticks
    while rest > 0x0FFF_FFFF {
      data += quantity(0x0FFF_FFFF) + [0xFF, 0x01, 0]
      rest -= 0x0FFF_FFFF
    }
    data += quantity(rest)
  }

  private static func append(_ content: TrackEvent.Content, to data: inout [UInt8]) {
    switch content {
    case .message(let message) where message.channel != nil: data += message.bytes
    case .message(let message): data += [0xF7] + quantity(UInt32(message.bytes.count)) + message.bytes
    case .tempo(let microseconds):
      data += [0xFF, 0x51, 3] + bigEndian(min(max(microseconds, 1), 0xFF_FFFF), byteCount: 3)
    case .exclusive(let payload): data += [0xF0] + quantity(UInt32(payload.count + 1)) + payload + [0xF7]
    case .name(let name): append(meta: 0x03, Array(name.utf8), to: &data)
    case .specific(let payload): append(meta: 0x7F, payload, to: &data)
    }
  }

  private static func append(meta type: UInt8, _ payload: [UInt8], to data: inout [UInt8]) {
    data += [0xFF, type] + quantity(UInt32(payload.count)) + payload
  }

  private static func bigEndian(_ value: Int, byteCount: Int) -> [UInt8] {
    (0..<byteCount).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  private static func quantity(_ value: UInt32) -> [UInt8] {
    let count = value < 1 << 7 ? 1 : value < 1 << 14 ? 2 : value < 1 << 21 ? 3 : 4
    return (0..<count).reversed().map { UInt8(value >> ($0 * 7) & 127) | ($0 > 0 ? 0x80 : 0) }
  }
}
