#if Csound
  /// How long Csound's control blocks (`ksmps`) are and how they lie in the card's periods: the strategies of
  /// Csound for iOS.
  public enum ControlBlocks: Sendable, CaseIterable {
    /// As the file says, and the period is chosen as a whole number of them: what comes in goes out in the
    /// same period. Where a card grants no such period it is as released.
    case `static`
    /// As long as the period: less work, and later notes where the period is long. What comes in goes out in
    /// the same period.
    case dynamic
    /// As the file says, whatever the period: smaller, larger, no multiple of each other. What comes in goes
    /// out a control block later.
    case released
  }
#endif
