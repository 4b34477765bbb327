/// A recording whose samples a screen can draw. [any-thread]
package protocol SoundRecording: AnyObject, Sendable {
  var frameCount: Int { get }

  /// Fills `samples` with the mean of the channels, from frame `first` on. The recording must have that many frames.
  func read(from first: Int, into samples: inout MutableSpan<Float>)
}

/// An engine that plays one recording.
package protocol RecordedEngine: SoundEngine {
  /// [any-thread]
  var recording: any SoundRecording { get }
}
