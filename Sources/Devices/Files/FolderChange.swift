/// What has happened in a folder that is listened to.
public enum FolderChange: Hashable, Sendable {
  /// Something of this name was written, made, renamed or removed.
  case entry(folder: String, name: String)
  /// The folder itself is no longer where it was.
  case left(folder: String)
  /// More has happened than the system could keep.
  case anything

  public var isLeaving: Bool { if case .left = self { true } else { false } }
}
