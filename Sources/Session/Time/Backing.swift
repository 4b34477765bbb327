/// What plays behind the keys: a song and clicks that follow the transport, and their tempo. [control-thread]
struct Backing {
  var tempo = SharedTempo()
  /// Nil for none.
  var song: PlayedSong?
  var metronome = Metronome()
  /// Whether the transport's widgets are just being followed.
  var isFollowing = false
}
