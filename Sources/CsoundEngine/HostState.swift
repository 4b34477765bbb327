#if Csound
  import CCsound
  import Engine

  /// What Csound's callbacks work on, at an address of its own. [audio-thread]
  struct HostState {
    /// MIDI bytes for the next control block.
    private let bytes: UnsafeMutablePointer<UInt8>
    private var byteCount = 0
    private static let capacity = 4096

    init() { bytes = .allocate(capacity: Self.capacity) }

    func deallocate() { bytes.deallocate() }

    /// Appends a message; false when there is no room before the next control block.
    @_noLocks mutating func take(_ message: ShortMessage) -> Bool {
      guard byteCount + 3 <= Self.capacity else { return false }
      bytes[byteCount] = message.status
      if message.byteCount > 1 { bytes[byteCount + 1] = message.first }
      if message.byteCount > 2 { bytes[byteCount + 2] = message.second }
      byteCount += message.byteCount
      return true
    }

    @_noLocks private mutating func put(_ status: UInt8, _ first: UInt8, _ second: UInt8) {
      bytes[byteCount] = status
      bytes[byteCount + 1] = first
      bytes[byteCount + 2] = second
      byteCount += 3
    }

    /// Lets go of every key and pedal on every channel: CC 64 to 0, then CC 123.
    @_noLocks mutating func silence() {
      byteCount = 0
      for channel in 0..<UInt8(16) {
        put(0xB0 | channel, 64, 0)
        put(0xB0 | channel, 123, 0)
      }
    }

    /// Hands over at most `limit` bytes.
    private mutating func read(into buffer: UnsafeMutablePointer<UInt8>, limit: Int) -> Int {
      let count = min(byteCount, limit)
      buffer.update(from: bytes, count: count)
      byteCount -= count
      bytes.update(from: bytes + count, count: byteCount)
      return count
    }

    /// Makes the instance take its MIDI from the host state that is its host data.
    static func serveMIDI(to csound: UnsafeMutablePointer<CSOUND>) {
      csoundSetHostImplementedMIDIIO(csound, 1)
      csoundSetExternalMidiInOpenCallback(csound) { _, data, _ in
        data?.pointee = nil
        return 0
      }
      csoundSetExternalMidiInCloseCallback(csound) { _, _ in 0 }
      csoundSetExternalMidiReadCallback(csound) { csound, _, buffer, limit in
        guard let buffer, let state = csoundGetHostData(csound)?.assumingMemoryBound(to: HostState.self)
        else { return 0 }
        return Int32(state.pointee.read(into: buffer, limit: Int(limit)))
      }
    }
  }
#endif
