import MIDI

/// A software piano of six octaves, one octave at a time, played by fingers.
///
/// The keys say which were pressed, released, slid upon and slid away from; a policy decides what of it
/// sounds. Each finger remembers the note it began, so that it ends under that name whatever the octave is
/// by then; a key with two fingers on it sounds until both have left.
public struct PianoKeyboard: Sendable {
  /// What is to be heard.
  public enum Action: Hashable, Sendable {
    /// - Parameter velocity: 1–127, harder towards the near end of the key.
    case play(NoteName, velocity: UInt8)
    case release(NoteName)
  }

  /// What the controller lets sound.
  public enum Policy: Hashable, Sendable, CaseIterable {
    /// Every key pressed, until its finger lifts; sliding changes nothing.
    case every
    /// The key pressed or slid upon last, and no other.
    case one
    /// Every key under a finger, also those slid upon.
    case glissando
  }

  /// The octaves that the control offers, by the number in their notes' names.
  public static let octaves = 1...6

  public let geometry: PianoGeometry
  public var policy: Policy
  /// The octave that is shown; out of range it is the nearest that is not.
  public var octave = 4 {
    didSet { octave = min(max(octave, Self.octaves.lowerBound), Self.octaves.upperBound) }
  }

  private struct Finger {
    let id: Int
    var x: Double
    var y: Double
    /// The note it plays, nil off the keys or where the policy keeps it silent.
    var note: NoteName?
    /// The key it is on, sounding or not, as semitones from C.
    var step: Int?
  }

  private var fingers: [Finger] = []
  /// Fingers by MIDI key.
  private var counts = Array(repeating: 0, count: 128)

  public init(size: KeyboardSize, policy: Policy = .glissando) {
    geometry = PianoGeometry(size: size)
    self.policy = policy
  }

  /// Whether the note sounds.
  public func isPlaying(_ note: NoteName) -> Bool { counts[Int(note.key)] > 0 }

  // MARK: Fingers

  public mutating func fingerDown(_ id: Int, x: Double, y: Double, into actions: inout [Action]) {
    fingerLifted(id, into: &actions)
    fingers.append(Finger(id: id, x: x, y: y, note: nil, step: nil))
    let index = fingers.count - 1
    let hit = geometry.hit(x: x, y: y)
    fingers[index].step = hit?.step
    if let hit { play(hit, by: index, into: &actions) }
  }

  /// Plays the path to the new place and not only its end.
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

  public mutating func fingerLifted(_ id: Int, into actions: inout [Action]) {
    guard let index = fingers.firstIndex(where: { $0.id == id }) else { return }
    stop(index, into: &actions)
    fingers.remove(at: index)
  }

  /// The system took the touches away, or the page was left.
  public mutating func cancelAll(into actions: inout [Action]) {
    for index in fingers.indices { stop(index, into: &actions) }
    fingers.removeAll()
  }

  /// A quarter of a white key: no key is narrower than three of them.
  private var stride: Double { min(geometry.whiteWidth, geometry.size.height) / 4 }

  /// At most one surface away, so that no path is endless.
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

  /// Full at nine tenths of the key's length.
  private static func velocity(at depth: Double) -> UInt8 {
    UInt8(min(max((1 + 126 * depth / 0.9).rounded(), 1), 127))
  }
}
