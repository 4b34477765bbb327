import SpinetMIDI

/// A software piano of six octaves, one of them at a time, played by fingers.
///
/// A policy decides which of the touched keys sound. Each finger remembers the note that it began, so that
/// the same note ends even if the octave has changed. A key with two fingers on it sounds until both have
/// left it.
public struct OctavePiano: Sendable {
  /// A note to start or to end.
  public typealias Action = PianoAction

  /// Which keys sound.
  public enum Policy: Hashable, Sendable, CaseIterable {
    /// Every pressed key, until its finger lifts; sliding changes nothing.
    case every
    /// Only the key that was pressed or slid onto last.
    case one
    /// Every key under a finger, also after a slide.
    case glissando
  }

  /// The octaves that can be selected, by the number in the names of their notes.
  public static let octaves = 1...6

  /// Where the keys are.
  public let geometry: PianoGeometry
  /// Which keys sound, for touches from now on.
  public var policy: Policy
  /// The selected octave, limited to `octaves`.
  public var octave = 4 {
    didSet { octave = min(max(octave, Self.octaves.lowerBound), Self.octaves.upperBound) }
  }

  private struct Finger {
    let id: Int
    var x: Double
    var y: Double
    /// The note that it plays; nil beside the keys, or if the policy keeps it silent.
    var note: NoteName?
    /// The key that it is on, sounding or not, in semitones above C.
    var step: Int?
  }

  private var fingers: [Finger] = []
  /// The number of fingers on each MIDI key.
  private var counts = Array(repeating: 0, count: 128)

  /// A piano without fingers, at octave 4.
  public init(size: KeyboardSize, policy: Policy = .glissando) {
    geometry = PianoGeometry(size: size)
    self.policy = policy
  }

  /// Whether the note sounds.
  public func isPlaying(_ note: NoteName) -> Bool { counts[Int(note.key)] > 0 }

  // MARK: Fingers

  /// Begins a touch. `id` is the number that the screen gives the finger; `x` and `y` are points from the top left.
  public mutating func fingerDown(_ id: Int, x: Double, y: Double, into actions: inout [Action]) {
    fingerLifted(id, into: &actions)
    let (x, y) = (near(x, geometry.size.width), near(y, geometry.size.height))
    fingers.append(Finger(id: id, x: x, y: y, note: nil, step: nil))
    let index = fingers.count - 1
    let hit = geometry.hit(x: x, y: y)
    fingers[index].step = hit?.step
    if let hit { play(hit, by: index, into: &actions) }
  }

  /// Moves a finger. All keys on the way to the new position are played.
  public mutating func fingerMoved(_ id: Int, x: Double, y: Double, into actions: inout [Action]) {
    guard let index = fingers.firstIndex(where: { $0.id == id }) else { return }
    let (fromX, fromY) = (fingers[index].x, fingers[index].y)
    let (toX, toY) = (near(x, geometry.size.width), near(y, geometry.size.height))
    let steps = max(1, (max(abs(toX - fromX), abs(toY - fromY)) / stride).rounded(.up))
    for step in 1...Int(steps) {
      let part = Double(step) / steps
      reach(fromX + (toX - fromX) * part, fromY + (toY - fromY) * part, by: index, into: &actions)
    }
    fingers[index].x = toX
    fingers[index].y = toY
  }

  /// Ends a touch, and its note unless another finger holds the key.
  public mutating func fingerLifted(_ id: Int, into actions: inout [Action]) {
    guard let index = fingers.firstIndex(where: { $0.id == id }) else { return }
    stop(index, into: &actions)
    fingers.remove(at: index)
  }

  /// Lifts all fingers, because the system has cancelled the touches or the user has left the page.
  public mutating func cancelAll(into actions: inout [Action]) {
    for index in fingers.indices { stop(index, into: &actions) }
    fingers.removeAll()
  }

  /// A quarter of a white key, so that no key is skipped: each is at least three of these wide.
  private var stride: Double { min(geometry.whiteWidth, geometry.size.height) / 4 }

  /// Limits a position to one surface size beyond the edges, so that a path is never extremely long.
  private func near(_ value: Double, _ side: Double) -> Double {
    value.isNaN ? -side : min(max(value, -side), 2 * side)
  }

  private mutating func reach(_ x: Double, _ y: Double, by index: Int, into actions: inout [Action]) {
    let hit = geometry.hit(x: x, y: y)
    guard hit?.step != fingers[index].step else { return }
    fingers[index].step = hit?.step
    guard policy != .every else { return }
    stop(index, into: &actions)
    if let hit { play(hit, by: index, into: &actions) }
  }

  // MARK: Notes

  private mutating func play(_ hit: PianoGeometry.Hit, by index: Int, into actions: inout [Action]) {
    guard let note = NoteName(key: 12 * (octave + 1) + hit.step) else { return }
    if policy == .one {
      for other in fingers.indices { stop(other, into: &actions) }
    }
    fingers[index].note = note
    counts[Int(note.key)] += 1
    if counts[Int(note.key)] == 1 { actions.append(.play(note, velocity: Self.velocity(at: hit.depth))) }
  }

  private mutating func stop(_ index: Int, into actions: inout [Action]) {
    guard let note = fingers[index].note else { return }
    fingers[index].note = nil
    counts[Int(note.key)] -= 1
    if counts[Int(note.key)] == 0 { actions.append(.release(note)) }
  }

  /// The full velocity is reached at 0.9 of the key's length.
  private static func velocity(at depth: Double) -> UInt8 {
    UInt8(min(max((1 + 126 * depth / 0.9).rounded(), 1), 127))
  }
}

/// One octave of piano keys on a surface: seven white ones side by side, five black ones over them.
///
/// Black keys are 0.8 of a white one wide and half as long, centred on the gaps 1, 2, 4, 5 and 6.
public struct PianoGeometry: Hashable, Sendable {
  /// The surface, in points.
  public let size: KeyboardSize

  /// The keys of an octave on a surface of this size.
  public init(size: KeyboardSize) { self.size = size }

  /// The width of a white key, in points.
  public var whiteWidth: Double { size.width / 7 }
  /// The width of a black key, in points.
  public var blackWidth: Double { 0.8 * whiteWidth }
  /// The length of a black key, in points.
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

  /// The key under a point, black keys first; nil off the keys.
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
