/// A file's path, in place of swift-system's: what makes sound names files and opens none.
public struct FilePath: Hashable, Sendable {
  public let string: String

  public init(_ string: String) { self.string = string }
}
