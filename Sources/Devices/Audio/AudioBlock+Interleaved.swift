import SpinetRealtime

extension AudioBlock {
  /// The number of outputs: two, or more.
  package var outputCount: Int { 2 + (further?.channelCount ?? 0) }

  /// The samples of the first outputs, frame by frame, as a sound file has them.
  package func interleaved(outputs: Int) -> [Float] {
    var samples = [Float](repeating: 0, count: outputs * frameCount)
    var span = samples.mutableSpan
    for output in 0..<min(outputs, outputCount) {
      put(self[output], at: output, of: outputs, into: &span)
    }
    return samples
  }

  private subscript(output: Int) -> Samples {
    guard output > 1, let further else { return output == 0 ? left : right }
    return further[output - 2]
  }

  private func put(
    _ samples: Samples, at index: Int, of outputs: Int, into interleaved: inout MutableSpan<Float>
  ) {
    for frame in 0..<frameCount { interleaved[frame * outputs + index] = samples[frame] }
  }
}
