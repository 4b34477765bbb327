import SpinetRealtime

/// Owns the memory of `LaneAssignments`.
public struct LaneTable: ~Copyable {
  /// A handle that players copy. The owner must outlive every copy.
  public let assignments: LaneAssignments
  private let voices: FixedBuffer<LaneAssignments.Voice>
  private let owners: FixedBuffer<Int?>
  private let expression: FixedValue<NoteExpression>

  /// - Parameter spareLanes: the least number of lanes in addition to one for each voice.
  public init(voices voiceCount: Int, spareLanes: Int) {
    let groupCount = (voiceCount + spareLanes + 7) / 8
    voices = FixedBuffer(repeating: LaneAssignments.Voice(), count: voiceCount)
    owners = FixedBuffer(repeating: nil, count: 8 * groupCount)
    expression = FixedValue(NoteExpression())
    assignments = LaneAssignments(voices, owners, expression)
  }
}

/// Which voice plays in which lane.
///
/// There are more lanes than voices, so that a stolen voice can fade while its successor already plays. This
/// is a handle: the memory belongs to `LaneTable`.
public struct LaneAssignments: BitwiseCopyable {
  /// The state of a voice, which the keyboard addresses by its number.
  public struct Voice: BitwiseCopyable {
    /// The lane in which it sounds; nil when it is silent.
    public var lane: Int?
    /// The count of starts of this voice number, as in its last start.
    public var serial: UInt32 = 0
    /// True from its start to its end.
    public var isOwned = false
    /// Whether its gate is 1.
    public var isHeld = false
    /// Whether its key was released; it may ring on.
    public var isReleased = false
    /// How its note is played.
    public var expression = NoteExpression()

    /// A voice that has never started.
    @_noLocks public init() {}
  }

  /// The number of voices.
  public let voiceCount: Int
  /// A group has eight lanes.
  public let groupCount: Int
  @usableFromInline let table: UnsafeMutablePointer<Voice>
  /// For each lane, the voice that sounds in it; nil if the lane is silent or a stolen voice fades in it.
  @usableFromInline let owners: UnsafeMutablePointer<Int?>
  /// The expression with which new voices begin.
  @usableFromInline let expression: UnsafeMutablePointer<NoteExpression>

  fileprivate init(
    _ voices: borrowing FixedBuffer<Voice>, _ owners: borrowing FixedBuffer<Int?>,
    _ expression: borrowing FixedValue<NoteExpression>
  ) {
    voiceCount = voices.count
    groupCount = owners.count / 8
    table = voices.start
    self.owners = owners.start
    self.expression = expression.address
  }

  /// The state of a voice below `voiceCount`. [audio-thread]
  @inlinable public subscript(number: Int) -> Voice { @_noLocks get { table[number] } }

  /// The number of lanes in all groups.
  @inlinable public var laneCount: Int { @_noLocks get { 8 * groupCount } }

  /// Whether a number is that of a voice. [audio-thread]
  @_noLocks @inlinable public func isVoice(_ number: Int) -> Bool { number >= 0 && number < voiceCount }

  /// Records the start of a voice. [audio-thread]
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

  /// Separates the voice from its lane, which plays on without an owner. Returns the lane. [audio-thread]
  @_noLocks @inlinable func detach(_ number: Int) -> Int? {
    table[number].isOwned = false
    table[number].isHeld = false
    guard let lane = table[number].lane else { return nil }
    table[number].lane = nil
    owners[lane] = nil
    return lane
  }

  /// Records that a lane is silent. If its voice was released, the voice has ended and this is reported.
  /// [audio-thread]
  @_noLocks @inlinable public func laneEnded(_ lane: Int, telling end: inout AudioEnd) {
    guard let number = owners[lane] else { return }
    owners[lane] = nil
    table[number].lane = nil
    if table[number].isReleased { end.report(ended(number)) }
  }

  /// Frees the voice number. Returns the report for the control thread. [audio-thread]
  @_noLocks @inlinable func ended(_ number: Int) -> EngineReport {
    table[number].isOwned = false
    return .voiceEnded(VoiceNumber(number), serial: table[number].serial)
  }
}
