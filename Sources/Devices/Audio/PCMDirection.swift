import CALSA

/// Which way a PCM carries sound.
public enum PCMDirection: Sendable {
  case playback, capture

  var stream: snd_pcm_stream_t {
    switch self {
    case .playback: SND_PCM_STREAM_PLAYBACK
    case .capture: SND_PCM_STREAM_CAPTURE
    }
  }

  var opposite: PCMDirection { self == .playback ? .capture : .playback }

  /// How ALSA's list of names marks a PCM that goes only this way.
  var hint: String { self == .playback ? "Output" : "Input" }
}
