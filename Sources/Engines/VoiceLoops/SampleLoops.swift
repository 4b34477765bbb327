import CRealtime
import SpinetDSP
import SpinetVoices

/// Writes frames of a recording side by side. [audio-thread]
@_noLocks
public func readSamples(
  _ run: SampleRun, _ count: Int, left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
) {
  run.read(count, left: left, right: right)
}

/// Adds frames of a voice to sums. [audio-thread]
///
/// - Parameters:
///   - right: nil in mono.
///   - count: frames, of which up to seven more are read and written.
///   - elapsed: frames from the control step to the first.
@_noLocks
public func addSamples(
  _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>?, _ gains: GainRamp, _ count: Int, elapsed: Int,
  toLeft: UnsafeMutablePointer<Float>, toRight: UnsafeMutablePointer<Float>
) {
  gains.add(left, right, count, elapsed: elapsed, toLeft: toLeft, toRight: toRight)
}

/// Makes frames of eight voices of the frames of each, or the other way round: eight at a time. [audio-thread]
///
/// - Parameter stride, toStride: the distances of two rows.
@_noLocks
public func turnSamples(
  _ rows: UnsafePointer<Float>, stride: Int, into columns: UnsafeMutablePointer<Float>, toStride: Int
) {
  rt_turn(rows, stride, columns, toStride)
}

/// Filters frames of eight voices where they are. [audio-thread]
///
/// - Parameter right: nil in mono.
@_noLocks
public func filterSamples(
  _ section: UnsafeMutablePointer<SectionFilter>, _ count: Int, left: UnsafeMutablePointer<Lanes>,
  right: UnsafeMutablePointer<Lanes>?
) {
  section.pointee.process(count, left: left, right: right)
}
