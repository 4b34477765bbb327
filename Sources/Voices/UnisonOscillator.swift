import DSP

/// What one oscillator of eight voices is: up to seven phases a lane that share a pitch, a reading and a width.
public struct UnisonOscillator: BitwiseCopyable {
  public static var mostVoices: Int { @_noLocks @_transparent get { 7 } }
  /// As many frames as a jump is heard: a power of two.
  public static var tailLength: Int { @_noLocks @_transparent get { StepWeights.tapCount } }

  /// One for each voice of the unison.
  public let phases: UnsafeMutablePointer<SIMD8<UInt32>>
  /// For each voice of the unison, what past jumps of its wave leave for the next samples: a ring.
  public let tails: UnsafeMutablePointer<Lanes>
  /// Where in the rings the next frame is.
  public var tailPlace = 0
  public var hasTails = false
  /// Cycles a frame, before detuning.
  public var pace = Lanes.zero
  public var increment = SIMD8<UInt32>.zero
  public var reading = WaveReading()
  /// How the wave from which people go to another is read, while they do.
  public var oldReading = WaveReading()
  /// In 2⁻³² cycles.
  public var width = SIMD8<UInt32>.zero
  /// What `increment` and `reading` were worked out for.
  public var tunedPitch = Lanes(repeating: -100)
  public var tunedTable: UnsafeRawPointer?

  public init() {
    phases = .allocate(capacity: Self.mostVoices)
    phases.initialize(repeating: .zero, count: Self.mostVoices)
    tails = .allocate(capacity: Self.mostVoices * Self.tailLength)
    tails.initialize(repeating: .zero, count: Self.mostVoices * Self.tailLength)
  }

  public func deallocate() {
    phases.deallocate()
    tails.deallocate()
  }

  /// Phases of a unison begin apart, or it would begin as one loud voice. [audio-thread]
  @_noLocks func restart(lane: Int, at cycles: Double) {
    let start = UInt32(cycles * 4_294_967_296)
    for voice in 0..<Self.mostVoices {
      phases[voice][lane] = start &+ UInt32(voice) &* 2_654_435_769
    }
    guard hasTails else { return }
    for place in 0..<Self.mostVoices * Self.tailLength { tails[place][lane] = 0 }
  }

  /// What was worked out for a table goes for another that has taken its place no more. [audio-thread]
  @_noLocks mutating func forgetTable() { tunedTable = nil }

  /// No jump is heard any more. [audio-thread]
  @_noLocks @_transparent public mutating func clearTails() {
    for place in 0..<Self.mostVoices * Self.tailLength { tails[place] = .zero }
    hasTails = false
  }
}
