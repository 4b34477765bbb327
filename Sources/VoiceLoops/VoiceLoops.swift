import DSP
import Voices

// All that is heavy about voices, compiled for one kind of processor.
//
// The same sources make two modules, one for any processor and one for those with AVX2, and `Synth` chooses.
// No code of the one must ever be taken for the other's, so all that they call from elsewhere is transparent,
// they declare no types, whose helpers the linker merges by name, and nothing but pointers and plain numbers
// passes between them and the rest.
//
// What a control step calls is transparent too: where the compiler works on several files at once it leaves
// calls that are only to be inlined standing, and a plan took twice as long.

/// One control step: the envelopes at the present, and everything that glides a step on. [audio-thread]
@_noLocks
public func stepVoices(
  _ group: UnsafeMutablePointer<VoiceGroup>, before: UnsafePointer<Voicing>, now: UnsafePointer<Voicing>
) {
  group.pointee.catchUp(before.pointee)
  group.pointee.pitch.follow(now.pointee.glidePace)
  group.pointee.bend.follow(0.36)
  group.pointee.gain.follow(0.19)
  group.pointee.pressure.follow(0.1)
  group.pointee.timbre.follow(0.1)
  if now.pointee.isMoved { group.pointee.advanceWaves(now) }
  group.pointee.age += now.pointee.stepSeconds
  group.pointee.isDirty = true
}

/// Lays the straight lines of the next `frames`. [audio-thread]
///
/// - Parameter lastPitch: in octaves, from where new voices glide; not a number when there is none.
@_noLocks
public func planVoices(
  _ group: UnsafeMutablePointer<VoiceGroup>, _ voicing: UnsafePointer<Voicing>, frames: Float,
  lastPitch: Float
) {
  group.pointee.plan(voicing, frames: frames, lastPitch: lastPitch)
}

/// Adds `count` frames of every group that sounds to the sums. [audio-thread]
@_noLocks
public func playVoices(
  _ groups: UnsafeMutablePointer<VoiceGroup>, groupCount: Int, _ voicing: UnsafePointer<Voicing>, count: Int,
  buffers: LaneBuffers
) {
  // A group whose source is there, and that waits for another one to be filtered beside.
  var waiting: UnsafeMutablePointer<VoiceGroup>?
  for index in 0..<groupCount where groups[index].occupied != 0 {
    let group = groups + index
    group.pointee.elapsed += Float(count)
    if let other = waiting, group.pointee.isFilteredInPairs(voicing) {
      group.pointee.fillSource(voicing, count, buffers.beside)
      other.pointee.playLow(beside: group, count, buffers)
      waiting = nil
      continue
    }
    waiting?.pointee.filterSource(voicing, count, buffers)
    group.pointee.fillSource(voicing, count, buffers)
    waiting = group.pointee.isFilteredInPairs(voicing) ? group : nil
    if waiting == nil { group.pointee.filterSource(voicing, count, buffers) }
  }
  waiting?.pointee.filterSource(voicing, count, buffers)
}
