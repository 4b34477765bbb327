#if Csound
  import CCsound

  /// Which instrument the notes of each MIDI channel play. A handle to memory that its owner frees.
  struct VoiceInstruments: BitwiseCopyable {
    /// By channel; 0 is for notes that have none.
    private let numbers: UnsafeMutablePointer<Int>
    private let fieldCounts: UnsafeMutablePointer<Int>
    /// Each of them once.
    let all: UnsafeMutableBufferPointer<Int>

    private static let places = 17
    /// As far as p7; a note has p1 to p3 at least.
    private static let fields = 3...7

    /// Nil for an orchestra that no key plays.
    init?(_ instance: CsoundInstance) {
      let found = instance.document.voiceInstruments.compactMapValues { instance.number(of: $0) }
      guard let other = found[0] ?? found.min(by: { $0.key < $1.key })?.value else { return nil }
      numbers = .allocate(capacity: Self.places)
      fieldCounts = .allocate(capacity: Self.places)
      for place in 0..<Self.places {
        let number = found[place] ?? other
        (numbers + place).initialize(to: number)
        (fieldCounts + place).initialize(to: Self.fieldCount(of: number, in: instance))
      }
      let players = Set(found.values)
      all = .allocate(capacity: players.count)
      _ = all.initialize(from: players)
    }

    func deallocate() {
      numbers.deallocate()
      fieldCounts.deallocate()
      all.deallocate()
    }

    /// As many as it looks at: Csound complains of any more.
    private static func fieldCount(of instrument: Int, in instance: CsoundInstance) -> Int {
      guard !instance.document.countsFields else { return fields.upperBound }
      let count = Int(cs_field_count(instance.csound, Int32(instrument)))
      return min(max(count, fields.lowerBound), fields.upperBound)
    }

    /// - Parameter channel: 1–16, or 0.
    @_noLocks func number(for channel: Int) -> Int { numbers[channel] }
    @_noLocks func fieldCount(for channel: Int) -> Int { fieldCounts[channel] }
  }
#endif
