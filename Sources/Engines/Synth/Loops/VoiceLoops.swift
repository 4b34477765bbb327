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
  _ group: UnsafeMutablePointer<SynthVoiceGroup>, before: UnsafePointer<SynthVoiceParameters>,
  now: UnsafePointer<SynthVoiceParameters>
) {
  group.pointee.catchUp(before.pointee)
  group.pointee.pitch.follow(now.pointee.glideCoefficient)
  group.pointee.bend.follow(0.36)
  group.pointee.gain.follow(0.19)
  group.pointee.pressure.follow(0.1)
  group.pointee.timbre.follow(0.1)
  if now.pointee.isMoved { group.pointee.advanceLFOs(now) }
  group.pointee.age += now.pointee.stepSeconds
  group.pointee.isDirty = true
}

/// Sets the ramps of the next `frames`. [audio-thread]
///
/// - Parameter lastPitch: the pitch from which new voices glide, in octaves; not a number if there is none.
@_noLocks
public func planVoices(
  _ group: UnsafeMutablePointer<SynthVoiceGroup>, _ parameters: UnsafePointer<SynthVoiceParameters>,
  frames: Float,
  lastPitch: Float
) {
  group.pointee.plan(parameters, frames: frames, lastPitch: lastPitch)
}

/// Adds `count` frames of every sounding group to the sums. [audio-thread]
@_noLocks
public func playVoices(
  _ groups: UnsafeMutablePointer<SynthVoiceGroup>, groupCount: Int,
  _ parameters: UnsafePointer<SynthVoiceParameters>, count: Int,
  buffers: LaneBuffers
) {
  // A group whose source is filled, and that waits to be filtered together with another group.
  var waiting: UnsafeMutablePointer<SynthVoiceGroup>?
  for index in 0..<groupCount where groups[index].occupied != 0 {
    let group = groups + index
    group.pointee.elapsed += Float(count)
    if let other = waiting, group.pointee.isFilteredInPairs(parameters) {
      group.pointee.fillSource(parameters, count, buffers.beside)
      other.pointee.playLow(beside: group, count, buffers)
      waiting = nil
      continue
    }
    waiting?.pointee.filterSource(parameters, count, buffers)
    group.pointee.fillSource(parameters, count, buffers)
    waiting = group.pointee.isFilteredInPairs(parameters) ? group : nil
    if waiting == nil { group.pointee.filterSource(parameters, count, buffers) }
  }
  waiting?.pointee.filterSource(parameters, count, buffers)
}
