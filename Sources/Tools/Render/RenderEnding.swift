import SpinetEngine

/// When a render ends.
struct RenderEnding {
  /// Seconds after which everything ends, without a tail; nil to end with the song, the score or the input.
  let limit: Double?
  /// Whether it ends with the program's own score.
  let isOfScore: Bool
  /// In seconds; 0 for the input that the program names itself, which does not make a render longer.
  private let lengthOfInput: Double

  init(_ source: RenderSource, of engine: any SoundEngine, _ input: InputSound?) {
    limit = source.duration
    isOfScore = source.song == nil && engine.hasScore
    lengthOfInput = source.input == nil ? 0 : input?.seconds ?? 0
  }

  /// Whether it ends without a song and an input.
  var isKnown: Bool { limit != nil || isOfScore }

  /// Whether the sound rings out after the end.
  var hasTail: Bool { limit == nil && !isOfScore }

  /// The end of a song, in seconds.
  func seconds(of song: SongEvents) -> Double { limit ?? max(song.duration, lengthOfInput) }

  /// In seconds. A file of a hundred bytes can claim to last for years.
  static let longestSeconds = 86_400.0
}
