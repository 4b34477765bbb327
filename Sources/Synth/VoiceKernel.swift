import CRealtime
import DSP
import VoiceLoops
import Voices

#if arch(x86_64)
  import VoiceLoopsAVX2
#endif

/// The voices' loops for the processor at hand.
struct VoiceKernel: BitwiseCopyable {
  let isWide: Bool

  /// Whether the processor has what the wide loops need.
  static var canBeWide: Bool {
    #if arch(x86_64)
      rt_has_wide_lanes()
    #else
      false
    #endif
  }

  init(isWide: Bool = Self.canBeWide) { self.isWide = isWide && Self.canBeWide }

  /// [audio-thread]
  @_noLocks func step(
    _ group: UnsafeMutablePointer<VoiceGroup>, before: UnsafePointer<Voicing>, now: UnsafePointer<Voicing>
  ) {
    #if arch(x86_64)
      if isWide { return VoiceLoopsAVX2.stepVoices(group, before: before, now: now) }
    #endif
    VoiceLoops.stepVoices(group, before: before, now: now)
  }

  /// [audio-thread]
  @_noLocks func plan(
    _ group: UnsafeMutablePointer<VoiceGroup>, _ voicing: UnsafePointer<Voicing>, frames: Float,
    lastPitch: Float
  ) {
    #if arch(x86_64)
      if isWide {
        return VoiceLoopsAVX2.planVoices(group, voicing, frames: frames, lastPitch: lastPitch)
      }
    #endif
    VoiceLoops.planVoices(group, voicing, frames: frames, lastPitch: lastPitch)
  }

  /// [audio-thread]
  @_noLocks func play(
    _ groups: UnsafeMutablePointer<VoiceGroup>, groupCount: Int, _ voicing: UnsafePointer<Voicing>,
    count: Int,
    buffers: LaneBuffers
  ) {
    #if arch(x86_64)
      if isWide {
        return VoiceLoopsAVX2.playVoices(
          groups, groupCount: groupCount, voicing, count: count, buffers: buffers)
      }
    #endif
    VoiceLoops.playVoices(groups, groupCount: groupCount, voicing, count: count, buffers: buffers)
  }
}
