/// The last row of a terminal, which changes in place; other text goes above it.
public protocol LiveLine: Sendable {
  /// Whether it is there now. [any-thread]
  var isShown: Bool { get }
  /// Prints a line above it. [any-thread]
  func log(_ line: String)
}
