/// How a key looks to whoever draws it.
public struct KeyFace: Hashable, Sendable {
  /// What stands on it, if anything.
  public let label: String?
  public let isBlack: Bool

  static let names = ["C", "C#", "D", "Eb", "E", "F", "F#", "G", "G#", "A", "Bb", "B"]
  static let blackKeys: Set<Int> = [1, 3, 6, 8, 10]
}

extension KeyboardRow {
  /// A piano's names and colours where it is one and its scale is the named chromatic one; else white keys
  /// without names. A label of one's own comes first.
  public func face(ofKey key: Int) -> KeyFace {
    guard isPiano, scale.isNamed else { return KeyFace(label: labels[key], isBlack: false) }
    let step = Int(pitch(ofKey: key)).modulo(12)
    let name = showsLabels ? KeyFace.names[step] : nil
    return KeyFace(label: labels[key] ?? name, isBlack: KeyFace.blackKeys.contains(step))
  }
}
