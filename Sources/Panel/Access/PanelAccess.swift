import SystemPackage

/// What a page may do.
public enum PanelTrust: String, Sendable, CaseIterable {
  /// It plays: it moves widgets, loads what is listed, records into the music folder, and saves by name into the user's
  /// own folders. It gives no paths, runs no code and reads no files.
  case player
  /// Everything that the user may do who started the instrument.
  case full
}

/// Who gets access to a panel, and to what.
public struct PanelAccess: Sendable {
  /// What every page may do.
  public var trust = PanelTrust.player
  /// The file that keeps the token and the port, so that a link works after the next start; nil for a new link each
  /// time.
  public var linkFile: FilePath?

  /// Pages play, and each start has a new link.
  public init() {}
}
