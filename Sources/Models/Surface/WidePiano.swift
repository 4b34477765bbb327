import SpinetKeyboard
import SpinetMIDI
import SpinetWidgets

/// A piano of any number of white keys, from any first key, in any scale, played by fingers.
///
/// The white keys are the degrees of the scale. Between two that are more than a semitone apart lies a black key, on top
/// of both. A key sounds until its last finger leaves it; off the keys a finger is silent, and back on them it plays.
public struct WidePiano: Sendable {
  /// Which keys there are.
  public struct Layout: Hashable, Sendable {
    /// The most white keys: those of a piano with all of MIDI's keys.
    public static let mostWhites = 75
    /// C major, the scale of the usual piano.
    public static let major = [2, 2, 1, 2, 2, 2, 1]

    /// 1–75.
    public let whites: Int
    /// The first white key.
    public let first: NoteName
    /// Semitones from each degree to the next, from the first key on.
    public let intervals: [Int]

    /// - Parameters:
    ///   - first: a black key of the usual piano counts as the white one below it.
    ///   - scale: semitones from each degree to the next, with the first key as its root; nil for the usual piano.
    public init(whites: Int, first: NoteName, scale: [Int]? = nil) {
      self.whites = min(max(whites, 1), Self.mostWhites)
      if let scale, !scale.isEmpty, scale.allSatisfy({ (1...24).contains($0) }) {
        self.first = first
        intervals = scale
        return
      }
      let steps = [0, 2, 4, 5, 7, 9, 11]
      let step = Int(first.key) % 12
      let degree = steps.lastIndex { $0 <= step } ?? 0
      self.first = NoteName(key: Int(first.key) - step + steps[degree]) ?? first
      intervals = Array(Self.major[degree...] + Self.major[..<degree])
    }
  }

  /// Which keys there are.
  public let layout: Layout
  /// White keys, then black ones; those beyond MIDI's keys are left out.
  public let keys: [SurfaceKey]

  /// A note to start or to end.
  public typealias Action = PianoAction

  private struct Finger {
    var x: Double
    var y: Double
    /// The index of its key; nil off the keys.
    var key: Int?
  }

  private var fingers: [Int: Finger] = [:]
  private var counts: [Int]

  /// A piano that no finger touches.
  public init(_ layout: Layout) {
    self.layout = layout
    keys = Self.keys(of: layout)
    counts = Array(repeating: 0, count: keys.count)
  }

  private static func keys(of layout: Layout) -> [SurfaceKey] {
    let width = 1 / Double(layout.whites)
    var whites: [SurfaceKey] = []
    var blacks: [SurfaceKey] = []
    var pitch = Int(layout.first.key)
    for index in 0..<layout.whites {
      guard let note = NoteName(key: pitch) else { break }
      let left = Double(index) * width
      whites.append(
        SurfaceKey(
          rect: SurfaceRect(x: left, y: 0, width: width, height: 1), note: note, isBlack: false))
      let interval = layout.intervals[index % layout.intervals.count]
      if interval > 1, index + 1 < layout.whites, let note = NoteName(key: pitch + 1) {
        let rect = SurfaceRect(x: left + 0.7 * width, y: 0, width: 0.6 * width, height: 0.62)
        blacks.append(SurfaceKey(rect: rect, note: note, isBlack: true))
      }
      pitch += interval
    }
    return whites + blacks
  }

  /// The index of the key under a point, black keys first; nil off the keys.
  public func key(x: Double, y: Double) -> Int? { keys.lastIndex { $0.rect.contains(x: x, y: y) } }

  // MARK: Fingers

  /// Begins a touch. `id` is the number that the screen gives the finger.
  public mutating func fingerDown(_ id: Int, x: Double, y: Double, into actions: inout [Action]) {
    fingerLifted(id, into: &actions)
    let (x, y) = (Self.near(x), Self.near(y))
    fingers[id] = Finger(x: x, y: y, key: nil)
    reach(x, y, by: id, into: &actions)
  }

  /// Moves a finger. All keys on the way are played.
  public mutating func fingerMoved(_ id: Int, x: Double, y: Double, into actions: inout [Action]) {
    guard let finger = fingers[id] else { return }
    let (toX, toY) = (Self.near(x), Self.near(y))
    let length = max(abs(toX - finger.x) * Double(layout.whites), abs(toY - finger.y))
    let steps = Int(bounded: (length * 4).rounded(.up), in: 1...1024)
    for step in 1...steps {
      let part = Double(step) / Double(steps)
      reach(finger.x + (toX - finger.x) * part, finger.y + (toY - finger.y) * part, by: id, into: &actions)
    }
  }

  /// Ends a touch.
  public mutating func fingerLifted(_ id: Int, into actions: inout [Action]) {
    guard let finger = fingers.removeValue(forKey: id) else { return }
    release(finger.key, into: &actions)
  }

  /// Lifts all fingers, because the system has cancelled the touches or the user has left the page.
  public mutating func cancelAll(into actions: inout [Action]) {
    for id in fingers.keys.sorted() { fingerLifted(id, into: &actions) }
  }

  private mutating func reach(_ x: Double, _ y: Double, by id: Int, into actions: inout [Action]) {
    guard let old = fingers[id] else { return }
    let key = key(x: x, y: y)
    fingers[id] = Finger(x: x, y: y, key: key)
    guard key != old.key else { return }
    release(old.key, into: &actions)
    guard let key else { return }
    counts[key] += 1
    guard counts[key] == 1, let note = keys[key].note else { return }
    let depth = y / keys[key].rect.height
    actions.append(.play(note, velocity: TouchStrength.velocity(atDepth: depth)))
  }

  private mutating func release(_ key: Int?, into actions: inout [Action]) {
    guard let key else { return }
    counts[key] -= 1
    if counts[key] == 0, let note = keys[key].note { actions.append(.release(note)) }
  }

  /// Limits a position to one surface beyond the edges, so that no path is extremely long.
  private static func near(_ value: Double) -> Double { value.isNaN ? -1 : min(max(value, -1), 2) }
}
