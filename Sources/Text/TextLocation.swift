/// A position in a text. Line and column are counted from 1.
public struct TextLocation: Hashable, Comparable, Sendable {
  public var line: Int
  public var column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  public static let start = TextLocation(line: 1, column: 1)

  public static func < (a: TextLocation, b: TextLocation) -> Bool { (a.line, a.column) < (b.line, b.column) }
}
