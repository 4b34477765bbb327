/// In what words an engine is told of notes.
public enum NoteInput: Sendable {
  /// As the keyboard's voices.
  case voices
  /// As the MIDI messages that arrive, for programs that do their own allocating.
  case midi
}
