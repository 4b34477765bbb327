extension MIDIMessage {
  /// The bytes of the message: status byte and data, without running status.
  ///
  /// Values that are too large are cut to 7 or 14 bits, so that the bytes are always a valid message.
  public var bytes: [UInt8] {
    let (status, first, second) = wire
    switch Self.dataByteCount(status: status) {
    case 2: return [status, first, second]
    case 1: return [status, first]
    default: return [status]
    }
  }

  /// Reads exactly one message. Nil for fewer or more bytes, and for system exclusive.
  public init?(bytes: some Collection<UInt8>) {
    guard let status = bytes.first, let count = Self.dataByteCount(status: status),
      bytes.count == count + 1
    else { return nil }
    let data = Array(bytes.dropFirst())
    guard data.allSatisfy({ $0 < 0x80 }) else { return nil }
    self.init(status: status, first: data.first ?? 0, second: count == 2 ? data[1] : 0)
  }

  /// The number of data bytes after `status`; nil for system exclusive, which has any number, and for
  /// undefined bytes.
  @_noLocks package static func dataByteCount(status: UInt8) -> Int? {
    switch status {
    case 0x80..<0xC0, 0xE0..<0xF0, 0xF2: 2
    case 0xC0..<0xE0, 0xF1, 0xF3: 1
    case 0xF6, 0xF8, 0xFA, 0xFB, 0xFC, 0xFE, 0xFF: 0
    default: nil
    }
  }

  /// - Precondition: `dataByteCount(status:)` is not nil for `status`, and the data bytes are below 128.
  @_noLocks package init(status: UInt8, first: UInt8, second: UInt8) {
    let channel = Channel(status: status)
    switch status & 0xF0 {
    case 0x80: self = .noteOff(channel, key: first, velocity: second)
    case 0x90: self = .note(channel, key: first, velocity: second)
    case 0xA0: self = .polyPressure(channel, key: first, pressure: second)
    case 0xB0: self = .controlChange(channel, controller: first, value: second)
    case 0xC0: self = .programChange(channel, program: first)
    case 0xD0: self = .channelPressure(channel, pressure: first)
    case 0xE0: self = .pitchBend(channel, value: UInt16(second) << 7 | UInt16(first))
    default: self = Self.system(status: status, first: first, second: second)
    }
  }

  @_noLocks private static func system(status: UInt8, first: UInt8, second: UInt8) -> MIDIMessage {
    switch status {
    case 0xF1: .quarterFrame(first)
    case 0xF2: .songPosition(UInt16(second) << 7 | UInt16(first))
    case 0xF3: .songSelect(first)
    case 0xF6: .tuneRequest
    case 0xF8: .timingClock
    case 0xFA: .start
    case 0xFB: .continue
    case 0xFC: .stop
    case 0xFE: .activeSensing
    default: .systemReset
    }
  }

  /// Status and two data bytes, with zeros for missing ones.
  private var wire: (status: UInt8, first: UInt8, second: UInt8) {
    switch self {
    case .noteOff(let channel, let key, let velocity): (0x80 | channel.rawValue, key & 127, velocity & 127)
    case .noteOn(let channel, let key, let velocity): (0x90 | channel.rawValue, key & 127, velocity & 127)
    case .polyPressure(let channel, let key, let pressure):
      (0xA0 | channel.rawValue, key & 127, pressure & 127)
    case .controlChange(let channel, let controller, let value):
      (0xB0 | channel.rawValue, controller & 127, value & 127)
    case .programChange(let channel, let program): (0xC0 | channel.rawValue, program & 127, 0)
    case .channelPressure(let channel, let pressure): (0xD0 | channel.rawValue, pressure & 127, 0)
    case .pitchBend(let channel, let value): (0xE0 | channel.rawValue, value.lowSeven, value.highSeven)
    default: systemWire
    }
  }

  private var systemWire: (status: UInt8, first: UInt8, second: UInt8) {
    switch self {
    case .quarterFrame(let piece): (0xF1, piece & 127, 0)
    case .songPosition(let sixteenths): (0xF2, sixteenths.lowSeven, sixteenths.highSeven)
    case .songSelect(let song): (0xF3, song & 127, 0)
    case .tuneRequest: (0xF6, 0, 0)
    case .timingClock: (0xF8, 0, 0)
    case .start: (0xFA, 0, 0)
    case .continue: (0xFB, 0, 0)
    case .stop: (0xFC, 0, 0)
    case .activeSensing: (0xFE, 0, 0)
    default: (0xFF, 0, 0)
    }
  }
}

extension UInt16 {
  /// The lower half of a 14-bit value: its LSB.
  var lowSeven: UInt8 { UInt8(self & 127) }
  /// The upper half of a 14-bit value: its MSB.
  var highSeven: UInt8 { UInt8(self >> 7 & 127) }
}
