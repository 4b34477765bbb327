/// The surface that fingers touch, in points.
public struct KeyboardSize: Hashable, Sendable {
  public let width: Double
  public let height: Double

  /// Nil unless both sides are from 1 to 1,000,000.
  public init?(width: Double, height: Double) {
    guard (1...1e6).contains(width), (1...1e6).contains(height) else { return nil }
    self.width = width
    self.height = height
  }

  private init(_ width: Double, by height: Double) {
    self.width = width
    self.height = height
  }

  /// 1024 by 768 points.
  public static let standard = KeyboardSize(1024, by: 768)
}

extension KeyboardSize {
  /// Reads `1024x768`.
  public init?(_ text: String) {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1] else { return nil }
    self.init(width: width, height: height)
  }
}
