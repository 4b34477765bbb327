/// Owns the table of voices and lanes of a `LanePlayer`.
public struct LaneTable: ~Copyable {
  /// The table, for everything that plays with it; the owner must outlive every copy.
  public let assignments: LaneAssignments

  /// - Parameter spareLanes: how many lanes at least there are beyond the voices.
  public init(voices: Int, spareLanes: Int) {
    assignments = LaneAssignments(voices: voices, spareLanes: spareLanes)
  }

  deinit { assignments.deallocate() }
}

/// Who sounds where: the keyboard's voice numbers, and the lanes in which an engine plays them.
///
/// There are more lanes than voices, so that stolen voices have somewhere to fade. It owns nothing.
public struct LaneAssignments: BitwiseCopyable {
  /// One voice number as the keyboard knows it.
  public struct Voice: BitwiseCopyable {
    /// Where it sounds; nil when it does not.
    public var lane: Int?
    public var serial: UInt32 = 0
    /// Between its start and its end.
    public var isOwned = false
    public var isHeld = false
    public var isReleased = false
    public var expression = NoteExpression()

    @_noLocks public init() {}
  }

  public let voiceCount: Int
  /// Lanes stand in groups of eight.
  public let groupCount: Int
  @usableFromInline let table: UnsafeMutablePointer<Voice>
  /// Which voice sounds in a lane; nil where a stolen one fades or nothing sounds.
  @usableFromInline let owners: UnsafeMutablePointer<Int?>
  /// What voices that start from now on begin with.
  @usableFromInline let expression: UnsafeMutablePointer<NoteExpression>

  fileprivate init(voices voiceCount: Int, spareLanes: Int) {
    self.voiceCount = voiceCount
    groupCount = (voiceCount + spareLanes + 7) / 8
    table = .allocate(capacity: voiceCount)
    table.initialize(repeating: Voice(), count: voiceCount)
    owners = .allocate(capacity: 8 * groupCount)
    owners.initialize(repeating: nil, count: 8 * groupCount)
    expression = .allocate(capacity: 1)
    expression.initialize(to: NoteExpression())
  }

  fileprivate func deallocate() {
    table.deallocate()
    owners.deallocate()
    expression.deallocate()
  }

  @inlinable public subscript(number: Int) -> Voice { @_noLocks get { table[number] } }

  @inlinable public var laneCount: Int { @_noLocks get { 8 * groupCount } }

  @_noLocks @inlinable public func isVoice(_ number: Int) -> Bool { number >= 0 && number < voiceCount }

  /// A number begins a voice of its own. [audio-thread]
  @_noLocks @inlinable func begin(_ number: Int, serial: UInt32) {
    table[number].serial = serial
    table[number].isOwned = true
    table[number].isHeld = true
    table[number].isReleased = false
    table[number].expression = expression.pointee
  }

  @_noLocks @inlinable func assign(_ number: Int, to lane: Int) {
    table[number].lane = lane
    owners[lane] = number
  }

  /// Takes the voice out of its lane, which plays on without an owner. Returns the lane. [audio-thread]
  @_noLocks @inlinable func detach(_ number: Int) -> Int? {
    table[number].isOwned = false
    table[number].isHeld = false
    guard let lane = table[number].lane else { return nil }
    table[number].lane = nil
    owners[lane] = nil
    return lane
  }

  /// The lane is silent. Ends its voice if that was released. [audio-thread]
  @_noLocks @inlinable public func laneEnded(_ lane: Int, telling end: inout AudioEnd) {
    guard let number = owners[lane] else { return }
    owners[lane] = nil
    table[number].lane = nil
    if table[number].isReleased { end.report(ended(number)) }
  }

  /// The voice is over; control is to be told so. [audio-thread]
  @_noLocks @inlinable func ended(_ number: Int) -> EngineReport {
    table[number].isOwned = false
    return .voiceEnded(VoiceNumber(number), serial: table[number].serial)
  }
}
