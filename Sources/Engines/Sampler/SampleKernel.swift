import CRealtime
import SpinetVoiceLoops
import SpinetVoices

#if arch(x86_64)
  import SpinetVoiceLoopsAVX2
#endif

/// Chooses the loops that read recordings for the processor.
struct SampleKernel: BitwiseCopyable {
  let isWide: Bool

  /// - Parameter isWide: whether to use AVX2 where the processor has it.
  init(isWide: Bool = true) {
    #if arch(x86_64)
      self.isWide = isWide && rt_has_wide_lanes()
    #else
      self.isWide = false
    #endif
  }

  /// Writes `count` frames to one lane of a buffer, from a frame of the buffer on; in mono only to the left. [audio-thread]
  @_noLocks func read(
    _ run: SampleRun, _ count: Int, into buffer: borrowing StereoLaneBuffer, from frame: Int, lane: Int
  ) {
    let (left, right) = buffer.addresses(from: frame, count: count, lane: lane)
    #if arch(x86_64)
      if isWide { return SpinetVoiceLoopsAVX2.readSamples(run, count, left: left, right: right) }
    #endif
    SpinetVoiceLoops.readSamples(run, count, left: left, right: right)
  }
}
