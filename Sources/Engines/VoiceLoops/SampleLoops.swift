import SpinetVoices

/// Writes frames of a recording to one lane of a buffer. [audio-thread]
///
/// - Parameter left, right: the lane's first frame of each side. The next one is eight floats further.
@_noLocks
public func readSamples(
  _ run: SampleRun, _ count: Int, left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
) {
  run.read(count, left: left, right: right)
}
