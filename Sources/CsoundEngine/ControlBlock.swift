#if Csound
  /// How long Csound's control blocks (`ksmps`) are, compared with the blocks of the sound card.
  public enum ControlBlock: Sendable {
    /// As the file says, whatever the period: smaller, larger, no multiple of each other.
    case asWritten
    /// As long as the period: less work, and later notes where the period is long.
    case asPeriod
  }
#endif
