import CRealtime
import SpinetDSP
import SpinetVoiceLoops
import SpinetVoices

#if arch(x86_64)
  import SpinetVoiceLoopsAVX2
#endif

/// Chooses the voice loops for the processor.
struct VoiceKernel: BitwiseCopyable {
  let isWide: Bool

  /// Whether the processor has AVX2, which the wide loops need.
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
    _ group: VoiceGroupView, before: VoiceParametersView,
    now: VoiceParametersView
  ) {
    #if arch(x86_64)
      if isWide { return SpinetVoiceLoopsAVX2.stepVoices(group, before: before, now: now) }
    #endif
    SpinetVoiceLoops.stepVoices(group, before: before, now: now)
  }

  /// [audio-thread]
  @_noLocks func plan(
    _ group: VoiceGroupView, _ parameters: VoiceParametersView,
    frames: Float,
    lastPitch: Float
  ) {
    #if arch(x86_64)
      if isWide {
        return SpinetVoiceLoopsAVX2.planVoices(group, parameters, frames: frames, lastPitch: lastPitch)
      }
    #endif
    SpinetVoiceLoops.planVoices(group, parameters, frames: frames, lastPitch: lastPitch)
  }

  /// [audio-thread]
  @_noLocks func play(
    _ groups: VoiceGroupsView,
    _ parameters: VoiceParametersView,
    count: Int,
    buffers: LaneBuffers
  ) {
    #if arch(x86_64)
      if isWide {
        return SpinetVoiceLoopsAVX2.playVoices(
          groups, parameters, count: count, buffers: buffers)
      }
    #endif
    SpinetVoiceLoops.playVoices(groups, parameters, count: count, buffers: buffers)
  }
}
