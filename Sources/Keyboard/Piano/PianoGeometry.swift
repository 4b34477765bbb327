/// One octave of piano keys on a surface: seven white ones side by side, five black ones over them.
///
/// Black keys are 0.8 of a white one wide and half as long, centred on the gaps 1, 2, 4, 5 and 6.
public struct PianoGeometry: Hashable, Sendable {
  public let size: KeyboardSize

  public init(size: KeyboardSize) { self.size = size }

  public var whiteWidth: Double { size.width / 7 }
  public var blackWidth: Double { 0.8 * whiteWidth }
  public var blackHeight: Double { size.height / 2 }

  /// By semitone from C.
  public static let whiteSteps = [0, 2, 4, 5, 7, 9, 11]
  /// The semitone from C of each black key, and the gap on which it is centred.
  public static let blackSteps: [(step: Int, gap: Int)] = [(1, 1), (3, 2), (6, 4), (8, 5), (10, 6)]

  /// A key under a point.
  public struct Hit: Hashable, Sendable {
    /// Semitones from C, 0–11.
    public let step: Int
    /// How far down the key, 0 at its far end, 1 at the near one.
    public let depth: Double
  }

  /// The key under a point, the black ones first; nil off the keys.
  public func hit(x: Double, y: Double) -> Hit? {
    guard (0..<size.width).contains(x), (0..<size.height).contains(y) else { return nil }
    if y < blackHeight, let black = Self.blackSteps.first(where: { covers(gap: $0.gap, x) }) {
      return Hit(step: black.step, depth: y / blackHeight)
    }
    let white = min(Int(x / whiteWidth), Self.whiteSteps.count - 1)
    return Hit(step: Self.whiteSteps[white], depth: y / size.height)
  }

  private func covers(gap: Int, _ x: Double) -> Bool {
    abs(x - Double(gap) * whiteWidth) < blackWidth / 2
  }
}
