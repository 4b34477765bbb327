/// Reads frames of a recording from its file. One thread at a time uses it.
package protocol SampleReader: AnyObject {
  /// Reads frames as floats, side by side for each channel.
  ///
  /// - Parameter samples: has room for them.
  /// - Returns: how many frames were read; fewer at the end of the file, or where it cannot be read.
  func readFrames(from frame: Int, count: Int, into samples: UnsafeMutablePointer<Float>) -> Int
}

/// The format of the samples in a file.
package enum SampleDepth: Int, Sendable, BitwiseCopyable {
  case bits16 = 2
  case bits24 = 3
  case floats = 4

  package var bytes: Int { rawValue }
}
