import CRealtime
import SpinetRealtime
import SpinetVoiceLoops
import SpinetVoices

#if arch(x86_64)
  import SpinetVoiceLoopsAVX2
#endif

/// Chooses the loops of recordings for the processor.
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

  /// Writes frames side by side; in mono only of the left. [audio-thread]
  @_noLocks func read(
    _ run: SampleRun, _ count: Int, left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
  ) {
    #if arch(x86_64)
      if isWide { return SpinetVoiceLoopsAVX2.readSamples(run, count, left: left, right: right) }
    #endif
    SpinetVoiceLoops.readSamples(run, count, left: left, right: right)
  }

  /// Adds frames of a lane to sums. [audio-thread]
  ///
  /// - Parameter elapsed: frames from the control step to the first.
  @_noLocks func add(
    _ frames: borrowing VoiceFrames, lane: Int, isStereo: Bool, _ gains: GainRamp, _ count: Int, elapsed: Int,
    to sums: borrowing StereoSums
  ) {
    let (left, right) = frames.addresses(from: 0, count: count, lane: lane)
    let other = isStereo ? UnsafePointer(right) : nil
    #if arch(x86_64)
      if isWide {
        return SpinetVoiceLoopsAVX2.addSamples(
          left, other, gains, count, elapsed: elapsed, toLeft: sums.left.start, toRight: sums.right.start)
      }
    #endif
    SpinetVoiceLoops.addSamples(
      left, other, gains, count, elapsed: elapsed, toLeft: sums.left.start, toRight: sums.right.start)
  }

  /// Makes columns of eight rows of eight floats. [audio-thread]
  @_noLocks func turn(
    _ rows: UnsafePointer<Float>, stride: Int, into columns: UnsafeMutablePointer<Float>, toStride: Int
  ) {
    #if arch(x86_64)
      if isWide {
        return SpinetVoiceLoopsAVX2.turnSamples(rows, stride: stride, into: columns, toStride: toStride)
      }
    #endif
    SpinetVoiceLoops.turnSamples(rows, stride: stride, into: columns, toStride: toStride)
  }

  /// Filters frames of all lanes where they are. [audio-thread]
  @_noLocks func filter(
    _ section: UnsafeMutablePointer<SectionFilter>, _ count: Int, _ lanes: borrowing StereoLaneBuffer,
    isStereo: Bool
  ) {
    precondition(count <= lanes.left.count && count <= lanes.right.count)
    let right = isStereo ? lanes.right.start : nil
    #if arch(x86_64)
      if isWide {
        return SpinetVoiceLoopsAVX2.filterSamples(section, count, left: lanes.left.start, right: right)
      }
    #endif
    SpinetVoiceLoops.filterSamples(section, count, left: lanes.left.start, right: right)
  }
}
