import Keyboard

/// Who sounds where: the keyboard's voice numbers, and the lanes in which an engine plays them.
///
/// There are more lanes than voices, so that stolen voices have somewhere to fade. A handle to memory that
/// the engine owns.
public struct VoiceBook: BitwiseCopyable {
  /// One voice number as the keyboard knows it.
  public struct Voice: BitwiseCopyable {
    /// Where it sounds; nil when it does not.
    public var lane: Int?
    public var serial: UInt32 = 0
    /// Between its start and its end.
    public var isOwned = false
    public var isHeld = false
    public var isReleased = false
    public var touch = VoiceTouch()

    @_noLocks public init() {}
  }

  public let voiceCount: Int
  /// Lanes stand in groups of eight.
  public let groupCount: Int
  @usableFromInline let voices: UnsafeMutablePointer<Voice>
  /// Which voice sounds in a lane; nil where a stolen one fades or nothing sounds.
  @usableFromInline let owners: UnsafeMutablePointer<Int?>
  /// What voices that start from now on begin with.
  @usableFromInline let touch: UnsafeMutablePointer<VoiceTouch>
  @usableFromInline let end: AudioEnd

  /// - Parameter spareLanes: how many at least there are beyond the voices.
  public init(voices voiceCount: Int, spareLanes: Int, end: AudioEnd) {
    self.voiceCount = voiceCount
    groupCount = (voiceCount + spareLanes + 7) / 8
    voices = .allocate(capacity: voiceCount)
    voices.initialize(repeating: Voice(), count: voiceCount)
    owners = .allocate(capacity: 8 * groupCount)
    owners.initialize(repeating: nil, count: 8 * groupCount)
    touch = .allocate(capacity: 1)
    touch.initialize(to: VoiceTouch())
    self.end = end
  }

  public func deallocate() {
    voices.deallocate()
    owners.deallocate()
    touch.deallocate()
  }

  @inlinable public subscript(number: Int) -> Voice { @_noLocks get { voices[number] } }

  @inlinable public var laneCount: Int { @_noLocks get { 8 * groupCount } }

  @_noLocks @inlinable public func isVoice(_ number: Int) -> Bool { number >= 0 && number < voiceCount }

  /// A number begins a voice of its own. [audio-thread]
  @_noLocks @inlinable func open(_ number: Int, serial: UInt32) {
    voices[number].serial = serial
    voices[number].isOwned = true
    voices[number].isHeld = true
    voices[number].isReleased = false
    voices[number].touch = touch.pointee
  }

  @_noLocks @inlinable func place(_ number: Int, in lane: Int) {
    voices[number].lane = lane
    owners[lane] = number
  }

  /// Parts a number from its lane, which plays on for nobody. [audio-thread]
  @_noLocks @inlinable func part(_ number: Int) -> Int? {
    voices[number].isOwned = false
    voices[number].isHeld = false
    guard let lane = voices[number].lane else { return nil }
    voices[number].lane = nil
    owners[lane] = nil
    return lane
  }

  /// Nothing sounds in the lane any more: a voice that was let go is over. [audio-thread]
  @_noLocks @inlinable public func leave(_ lane: Int) {
    guard let number = owners[lane] else { return }
    owners[lane] = nil
    voices[number].lane = nil
    if voices[number].isReleased { finish(number) }
  }

  /// Tells control that a voice is over. [audio-thread]
  @_noLocks @inlinable func finish(_ number: Int) {
    voices[number].isOwned = false
    end.report(.voiceEnded(VoiceNumber(rawValue: Int16(number)), serial: voices[number].serial))
  }
}
