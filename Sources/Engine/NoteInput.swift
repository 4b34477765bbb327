/// The form in which an engine receives its notes.
public enum NoteInput: Sendable {
  /// As voices of the keyboard.
  case voices
  /// As MIDI messages, for programs that allocate their own voices.
  case midi
}
