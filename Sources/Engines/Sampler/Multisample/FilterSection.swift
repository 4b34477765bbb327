import SpinetDSP
import SpinetVoices

/// A section of the filters or equalizers of eight voices. What each lane hears of its outputs decides its type.
struct FilterSection: BitwiseCopyable {
  var filter = SectionFilter()
  private var cutoff = Lanes(repeating: 10)
  private var damping = Lanes(repeating: 1)
  /// Control steps until it does not move: one that moves it, and one that takes what is left of the way.
  private var stepsToRest = 2
  private var mix = (dry: Lanes(repeating: 1), band: Lanes.zero, low: Lanes.zero)

  @_noLocks init() {}

  /// Clears a lane, which then passes its sound. [audio-thread]
  @_noLocks mutating func clear(lane: Int) {
    filter.left.state.clear(lane: lane)
    filter.right.state.clear(lane: lane)
    aim(lane: lane, SectionAim())
  }

  @_noLocks mutating func aim(lane: Int, _ aim: SectionAim) {
    cutoff[lane] = min(max(aim.cutoff, 3), 14.4)
    damping[lane] = min(max(aim.damping, 0.002), 64)
    mix.dry[lane] = aim.dry
    // The filter's outputs have twice their height.
    mix.band[lane] = aim.band * 0.5
    mix.low[lane] = aim.low * 0.5
    stepsToRest = 2
  }

  @_noLocks mutating func approach(inverseFrames: Float, range: OscillatorRange, restarted: LaneMask) {
    guard stepsToRest > 0 else { return }
    stepsToRest -= 1
    let restarted = stepsToRest == 0 ? LaneMask(repeating: true) : restarted
    filter.left.coefficients.approach(
      cutoff: cutoff, damping: damping, inverseFrames: inverseFrames, range: range, restarted: restarted)
    filter.right.coefficients = filter.left.coefficients
    filter.dry.approach(mix.dry, inverseFrames: inverseFrames, restarted: restarted)
    filter.band.approach(mix.band, inverseFrames: inverseFrames, restarted: restarted)
    filter.low.approach(mix.low, inverseFrames: inverseFrames, restarted: restarted)
  }
}
