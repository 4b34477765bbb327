/// A recording that can be looked at. [any-thread]
package protocol SoundRecording: AnyObject, Sendable {
  var frameCount: Int { get }

  /// Fills the buffer with the mean of the channels from a frame on; there are so many frames.
  func read(from first: Int, into samples: UnsafeMutableBufferPointer<Float>)
}

/// An engine that plays one recording.
package protocol RecordedEngine: SoundEngine {
  /// [any-thread]
  var recording: any SoundRecording { get }
}
