import SpinetRealtime

extension AudioBlock {
  /// The samples of all outputs, frame by frame, as a sound file has them.
  var interleaved: [Float] {
    let outputs = 2 + (further?.count ?? 0)
    return Array(unsafeUninitializedCapacity: outputs * frameCount) { samples, count in
      count = outputs * frameCount
      put(left, at: 0, of: outputs, into: samples)
      put(right, at: 1, of: outputs, into: samples)
      guard let further else { return }
      for index in 0..<further.count {
        put(further.samples(index), at: 2 + index, of: outputs, into: samples)
      }
    }
  }

  private func put(
    _ output: UnsafePointer<Float>, at index: Int, of outputs: Int,
    into samples: UnsafeMutableBufferPointer<Float>
  ) {
    for frame in 0..<frameCount { samples[frame * outputs + index] = output[frame] }
  }
}
