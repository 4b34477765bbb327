/// A file or folder that cannot be read: which, where in it, and why.
public struct LibraryError: Error, Hashable, Sendable, CustomStringConvertible {
  public let path: String
  /// Counted from 1, where the reason is in the text.
  public let line: Int?
  public let reason: String

  public init(path: String, line: Int? = nil, reason: String) {
    self.path = path
    self.line = line
    self.reason = reason
  }

  /// `PATH: reason` or `PATH:LINE: reason`
  public var description: String {
    let place = line.map { ":\($0)" } ?? ""
    return "\(path)\(place): \(reason)"
  }
}
