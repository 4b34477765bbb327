import SpinetDSP
import SpinetRealtime

/// One oscillator of eight voices, each with up to seven detuned copies that share a pitch and a pulse width.
///
/// Its memory belongs to `SynthVoiceGroups`.
public struct UnisonOscillator: BitwiseCopyable {
  public static var maxVoices: Int { @_noLocks @_transparent get { 7 } }
  /// The number of frames over which the correction of a step extends: a power of two.
  public static var tailLength: Int { @_noLocks @_transparent get { MinBLEPWeights.tapCount } }

  /// One for each unison voice.
  public let phases: UnsafeMutablePointer<SIMD8<UInt32>>
  /// For each unison voice a ring with the corrections that past steps add to the next samples.
  public let tails: UnsafeMutablePointer<Lanes>
  /// The index of the next frame in the rings.
  public var tailPosition = 0
  public var hasTails = false
  /// Cycles per frame, before detuning.
  public var frequency = Lanes.zero
  public var increment = SIMD8<UInt32>.zero
  public var reader = WaveTableReader()
  /// Reads the old wave during a change from one wave to another.
  public var oldReader = WaveTableReader()
  /// In 2⁻³² cycles.
  public var width = SIMD8<UInt32>.zero
  /// The pitch and the table for which `increment` and `reader` are set.
  public var tunedPitch = Lanes(repeating: -100)
  public var tunedTable: UInt?

  init(phases: UnsafeMutablePointer<SIMD8<UInt32>>, tails: UnsafeMutablePointer<Lanes>) {
    self.phases = phases
    self.tails = tails
  }

  /// Starts the unison voices at different phases, because in phase they would begin too loud. [audio-thread]
  @_noLocks func restart(lane: Int, at cycles: Double) {
    let start = UInt32(cycles * 4_294_967_296)
    for voice in 0..<Self.maxVoices {
      phases[voice][lane] = start &+ UInt32(voice) &* 2_654_435_769
    }
    guard hasTails else { return }
    for index in 0..<Self.maxVoices * Self.tailLength { tails[index][lane] = 0 }
  }

  /// Forgets the tuned table, because another one may be at the same address now. [audio-thread]
  @_noLocks mutating func forgetTable() { tunedTable = nil }

  /// Drops all corrections. [audio-thread]
  @_noLocks @_transparent public mutating func clearTails() {
    for index in 0..<Self.maxVoices * Self.tailLength { tails[index] = .zero }
    hasTails = false
  }
}

/// All voices of a synth in groups of eight, and the memory of their oscillators.
public struct SynthVoiceGroups: ~Copyable {
  @usableFromInline let groups: FixedBuffer<SynthVoiceGroup>
  private let phases: FixedBuffer<SIMD8<UInt32>>
  private let tails: FixedBuffer<Lanes>

  public init(count: Int) {
    let (phaseCount, tailCount) = (
      UnisonOscillator.maxVoices, UnisonOscillator.maxVoices * UnisonOscillator.tailLength
    )
    let phases = FixedBuffer<SIMD8<UInt32>>(repeating: .zero, count: 2 * count * phaseCount)
    let tails = FixedBuffer<Lanes>(repeating: .zero, count: 2 * count * tailCount)
    let (firstPhase, firstTail) = (phases.start, tails.start)
    func oscillator(_ index: Int) -> UnisonOscillator {
      UnisonOscillator(phases: firstPhase + index * phaseCount, tails: firstTail + index * tailCount)
    }
    groups = FixedBuffer(count: count) { group in
      SynthVoiceGroup(
        seed: UInt32(group + 1), first: oscillator(2 * group), second: oscillator(2 * group + 1))
    }
    self.phases = phases
    self.tails = tails
  }

  @inlinable public subscript(index: Int) -> SynthVoiceGroup {
    @_noLocks @_transparent unsafeAddress { UnsafePointer(groups.address(of: index)) }
    @_noLocks @_transparent nonmutating unsafeMutableAddress { groups.address(of: index) }
  }

  /// A group, for the loops. [audio-thread]
  @_noLocks public func view(_ index: Int) -> VoiceGroupView {
    VoiceGroupView(address: groups.address(of: index))
  }

  /// The first groups, for the loops. [audio-thread]
  @_noLocks public func prefix(_ count: Int) -> VoiceGroupsView {
    precondition(count <= groups.count)
    return VoiceGroupsView(start: groups.start, count: count)
  }
}
