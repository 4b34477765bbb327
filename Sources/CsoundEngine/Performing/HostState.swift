#if Csound
  import CCsound
  import Engine

  /// What Csound's callbacks work on, at an address of its own. [audio-thread]
  struct HostState {
    /// MIDI bytes for the next control block.
    private let bytes: UnsafeMutablePointer<UInt8>
    private var byteCount = 0
    private static let capacity = 4096
    /// What `silence` needs.
    private static let reserve = 2 * 16 * 3

    init() { bytes = .allocate(capacity: Self.capacity) }

    func deallocate() { bytes.deallocate() }

    /// Appends a message; false when there is no room before the next control block.
    @_noLocks mutating func take(_ message: ShortMessage) -> Bool {
      guard byteCount + 3 <= Self.capacity - Self.reserve else { return false }
      bytes[byteCount] = message.status
      if message.byteCount > 1 { bytes[byteCount + 1] = message.first }
      if message.byteCount > 2 { bytes[byteCount + 2] = message.second }
      byteCount += message.byteCount
      return true
    }

    /// The same while time stands still: a key let go before it could begin never does, and of what is turned
    /// only the last value counts.
    @_noLocks mutating func keep(_ message: ShortMessage) -> Bool {
      let like = message.isRelease ? 0x90 | message.status & 0x0F : message.status
      guard message.isRelease || message.isPosition, let place = place(of: like, message) else {
        return take(message)
      }
      if message.isRelease {
        remove(3, at: place)
      } else {
        bytes[place + 1] = message.first
        bytes[place + 2] = message.second
      }
      return true
    }

    /// Where a waiting message of this status begins, for the same key or controller.
    @_noLocks private func place(of status: UInt8, _ message: ShortMessage) -> Int? {
      var place = 0
      while place < byteCount {
        if bytes[place] == status, !message.isNumbered || bytes[place + 1] == message.first { return place }
        place += ShortMessage.byteCount(of: bytes[place])
      }
      return nil
    }

    @_noLocks private mutating func remove(_ count: Int, at place: Int) {
      byteCount -= count
      for index in place..<byteCount { bytes[index] = bytes[index + count] }
    }

    @_noLocks private mutating func put(_ status: UInt8, _ first: UInt8, _ second: UInt8) {
      bytes[byteCount] = status
      bytes[byteCount + 1] = first
      bytes[byteCount + 2] = second
      byteCount += 3
    }

    /// Lets go of every key and pedal on every channel: CC 64 to 0, then CC 123. Keys and pedals that wait are
    /// forgotten; everything else that waits is heard before.
    @_noLocks mutating func silence() {
      forgetHands()
      for channel in 0..<UInt8(16) {
        put(0xB0 | channel, 64, 0)
        put(0xB0 | channel, 123, 0)
      }
    }

    @_noLocks private mutating func forgetHands() {
      var place = 0
      var kept = 0
      while place < byteCount {
        let end = min(place + ShortMessage.byteCount(of: bytes[place]), byteCount)
        let isKept = !ShortMessage.isOfHands(bytes[place], place + 1 < end ? bytes[place + 1] : 0)
        while place < end {
          bytes[kept] = bytes[place]
          if isKept { kept += 1 }
          place += 1
        }
      }
      byteCount = kept
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

  extension ShortMessage {
    fileprivate var isRelease: Bool {
      @_noLocks get { status & 0xF0 == 0x80 || status & 0xF0 == 0x90 && second == 0 }
    }

    /// Whether the next message of its kind makes this one void: a bend, a pressure, a controller that is no
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

    /// Whether its first byte tells which one of its kind it is.
    fileprivate var isNumbered: Bool { @_noLocks get { status & 0xF0 != 0xE0 } }

    /// Whether a message that begins so is a key, or a controller that holds or ends notes.
    @_noLocks fileprivate static func isOfHands(_ status: UInt8, _ first: UInt8) -> Bool {
      switch status & 0xF0 {
      case 0x80, 0x90: true
      case 0xB0: first == 64 || first == 123
      default: false
      }
    }

    /// By the status that it begins with; 1 for what is left of a message that was handed over in part.
    @_noLocks fileprivate static func byteCount(of status: UInt8) -> Int {
      switch status {
      case ..<0x80: 1
      case 0xC0...0xDF, 0xF1, 0xF3: 2
      case 0xF4...: 1
      default: 3
      }
    }
  }
#endif
