import SpinetDSP
import SpinetVoices

// The inner loops of the voices, compiled for one kind of processor.
//
// The same sources make two modules, one for any processor and one for AVX2, and `VoiceKernel` chooses. Code of one
// module must never be linked into the other. So everything that they call in other modules is transparent, they
// declare no types (the linker merges the helper functions of types by name), and they exchange only pointers and
// plain values with the rest.
//
// The functions of a control step are transparent too. If a module has several files, the compiler does not inline a
// call from one file to another when the function is only marked for inlining. Then a plan took twice as long.

/// One control step: advances the envelopes, the smoothers and the LFOs. [audio-thread]
@_noLocks
public func stepVoices(
  _ group: VoiceGroupView, before: VoiceParametersView,
  now: VoiceParametersView
) {
  group.value.catchUp(before.value)
  group.value.pitch.follow(now.value.glideCoefficient)
  group.value.bend.follow(0.36)
  group.value.gain.follow(0.19)
  group.value.pressure.follow(0.1)
  group.value.timbre.follow(0.1)
  if now.value.isMoved { group.value.advanceLFOs(now) }
  group.value.age += now.value.stepSeconds
  group.value.isDirty = true
}

/// Sets the ramps of the next `frames`. [audio-thread]
///
/// - Parameter lastPitch: the pitch from which new voices glide, in octaves; not a number if there is none.
@_noLocks
public func planVoices(
  _ group: VoiceGroupView, _ parameters: VoiceParametersView,
  frames: Float,
  lastPitch: Float
) {
  group.value.plan(parameters, frames: frames, lastPitch: lastPitch)
}

/// Adds `count` frames of every sounding group to the sums. [audio-thread]
@_noLocks
public func playVoices(
  _ groups: VoiceGroupsView, _ parameters: VoiceParametersView, count: Int,
  buffers: LaneBuffers
) {
  // A group whose source is filled, and that waits to be filtered together with another group.
  var waiting: VoiceGroupView?
  for index in 0..<groups.count where groups[index].value.occupied != 0 {
    let group = groups[index]
    group.value.elapsed += Float(count)
    if let other = waiting, group.value.isFilteredInPairs(parameters) {
      group.value.fillSource(parameters, count, buffers.beside)
      other.value.playLow(beside: group, count, buffers)
      waiting = nil
      continue
    }
    if let waiting { waiting.value.filterSource(parameters, count, buffers) }
    group.value.fillSource(parameters, count, buffers)
    waiting = group.value.isFilteredInPairs(parameters) ? group : nil
    if waiting == nil { group.value.filterSource(parameters, count, buffers) }
  }
  if let waiting { waiting.value.filterSource(parameters, count, buffers) }
}
