import CCsound
import SpinetEngine
import SpinetRealtime

/// MIDI for Csound's callbacks, at a fixed address. [audio-thread]
struct HostMIDIInput: ~Copyable {
  /// MIDI bytes for the next control block.
  private let bytes = FixedBuffer<UInt8>(repeating: 0, count: Self.capacity)
  private var byteCount = 0
  private static var capacity: Int { @_noLocks get { 4096 } }
  /// In bytes. `silence` needs this much room.
  private static var reserve: Int { @_noLocks get { 2 * 16 * 3 } }

  /// Appends a message; false when there is no room before the next control block.
  @_noLocks mutating func take(_ message: ShortMessage) -> Bool {
    guard byteCount + 3 <= Self.capacity - Self.reserve else { return false }
    bytes[byteCount] = message.status
    if message.byteCount > 1 { bytes[byteCount + 1] = message.first }
    if message.byteCount > 2 { bytes[byteCount + 2] = message.second }
    byteCount += message.byteCount
    return true
  }

  /// The same while the performance is paused: a note that ends before it could begin never sounds, and only
  /// the last value of a controller is kept.
  @_noLocks mutating func keep(_ message: ShortMessage) -> Bool {
    let like = message.isRelease ? 0x90 | message.status & 0x0F : message.status
    guard message.isRelease || message.isPosition, let offset = offset(of: like, message) else {
      return take(message)
    }
    if message.isRelease {
      remove(3, at: offset)
    } else {
      bytes[offset + 1] = message.first
      bytes[offset + 2] = message.second
    }
    return true
  }

  /// Where a waiting message of this status begins, for the same key or controller.
  @_noLocks private func offset(of status: UInt8, _ message: ShortMessage) -> Int? {
    var offset = 0
    while offset < byteCount {
      if bytes[offset] == status, !message.isNumbered || bytes[offset + 1] == message.first {
        return offset
      }
      offset += ShortMessage.byteCount(of: bytes[offset])
    }
    return nil
  }

  @_noLocks private mutating func remove(_ count: Int, at offset: Int) {
    byteCount -= count
    for index in offset..<byteCount { bytes[index] = bytes[index + count] }
  }

  @_noLocks private mutating func put(_ status: UInt8, _ first: UInt8, _ second: UInt8) {
    bytes[byteCount] = status
    bytes[byteCount + 1] = first
    bytes[byteCount + 2] = second
    byteCount += 3
  }

  /// Releases every key and pedal on every channel: CC 64 to 0, then CC 123. Waiting keys and pedals are
  /// dropped; everything else that waits comes first.
  @_noLocks mutating func silence() {
    removeKeyAndPedalMessages()
    for channel in 0..<UInt8(16) {
      put(0xB0 | channel, 64, 0)
      put(0xB0 | channel, 123, 0)
    }
  }

  @_noLocks private mutating func removeKeyAndPedalMessages() {
    var offset = 0
    var kept = 0
    while offset < byteCount {
      let end = min(offset + ShortMessage.byteCount(of: bytes[offset]), byteCount)
      let isKept = !ShortMessage.isKeyOrPedal(
        bytes[offset], offset + 1 < end ? bytes[offset + 1] : 0)
      while offset < end {
        bytes[kept] = bytes[offset]
        if isKept { kept += 1 }
        offset += 1
      }
    }
    byteCount = kept
  }

  /// Hands over at most `limit` bytes.
  private mutating func read(into buffer: UnsafeMutablePointer<UInt8>, limit: Int) -> Int {
    let count = min(byteCount, limit)
    buffer.update(from: bytes.start, count: count)
    byteCount -= count
    bytes.start.update(from: bytes.start + count, count: byteCount)
    return count
  }

  /// Makes the instance read MIDI from the `HostMIDIInput` that is its host data.
  static func serveMIDI(to csound: OpaquePointer) {
    cs_csoundSetHostImplementedMIDIIO(csound, 1)
    cs_csoundSetExternalMidiInOpenCallback(csound) { _, data, _ in
      data?.pointee = nil
      return 0
    }
    cs_csoundSetExternalMidiInCloseCallback(csound) { _, _ in 0 }
    cs_csoundSetExternalMidiReadCallback(csound) { csound, _, buffer, limit in
      guard let buffer, let state = cs_csoundGetHostData(csound)?.assumingMemoryBound(to: HostMIDIInput.self)
      else { return 0 }
      return Int32(state.pointee.read(into: buffer, limit: Int(limit)))
    }
  }
}

extension ShortMessage {
  fileprivate var isRelease: Bool {
    @_noLocks get { status & 0xF0 == 0x80 || status & 0xF0 == 0x90 && second == 0 }
  }

  /// Whether the next message of its kind replaces this one: a bend, a pressure, or a controller that is not
  /// part of a parameter's number or data.
  fileprivate var isPosition: Bool {
    @_noLocks get {
      switch status & 0xF0 {
      case 0xB0: first != 6 && first != 38 && first < 96
      case 0xA0, 0xE0: true
      default: false
      }
    }
  }

  /// Whether its first data byte is a key or controller number.
  fileprivate var isNumbered: Bool { @_noLocks get { status & 0xF0 != 0xE0 } }

  /// Whether a message that begins with these bytes is a note, or a controller that holds or ends notes.
  @_noLocks fileprivate static func isKeyOrPedal(_ status: UInt8, _ first: UInt8) -> Bool {
    switch status & 0xF0 {
    case 0x80, 0x90: true
    case 0xB0: first == 64 || first == 123
    default: false
    }
  }

  /// The length of a message by its status; 1 for the rest of a message that was handed over in part.
  @_noLocks fileprivate static func byteCount(of status: UInt8) -> Int {
    switch status {
    case ..<0x80: 1
    case 0xC0...0xDF, 0xF1, 0xF3: 2
    case 0xF4...: 1
    default: 3
    }
  }
}
