import SpinetMIDI

/// One keyboard of a SmartKeyboard: a row of keys across the surface.
public struct KeyboardRow: Hashable, Sendable {
  /// The largest number of keys.
  public static let maximumKeys = 256

  /// The number of keys: `Number of Keys`.
  public var keyCount = 13
  /// A MIDI note number.
  public var lowestKey: Int
  /// The intervals from key to key: `Scale`.
  public var scale = ScaleMap.chromatic
  /// Whether the keys run from right to left.
  public var isReversed = false
  /// Whether it looks like a piano, with names on the keys and black keys.
  public var isPiano = true
  /// Whether keys show their names: `Show Labels`.
  public var showsLabels = true
  /// Whether keys keep their colour when they are touched.
  public var isStatic = false
  /// By key.
  public var labels: [Int: String] = [:]
  /// Only notes on this channel are played on this keyboard; nil allows all channels.
  public var channel: Channel?

  /// Whether voices get `freq`.
  public var sendsFreq = true
  /// Whether the keyboard's own frequency is sent.
  public var sendsKeyboardFreq = false
  /// Whether voices get `x`, the finger's place across its key.
  public var sendsX: Bool
  /// Whether voices get `y`, the finger's place along its key.
  public var sendsY: Bool
  /// Whether each finger's x is sent by its number.
  public var sendsNumberedX = false
  /// Whether each finger's y is sent by its number.
  public var sendsNumberedY = false
  /// Whether x is sent for each key.
  public var sendsKeyX = false
  /// Whether y is sent for each key.
  public var sendsKeyY = false
  /// Whether it is sent which keys are down.
  public var sendsKeyStatus = false

  /// The defaults of keyboard `index` in one generation.
  public init(_ generation: KeyboardConfiguration.Generation, index: Int) {
    lowestKey = generation == .seed ? 48 + 12 * index : (60 + 12 * index) % 127
    sendsX = generation == .seed
    sendsY = generation == .seed
  }

  /// The number of the key in the scale. The lowest key is 0, whether it is on the left or on the right.
  public func degree(ofKey key: Int) -> Int { isReversed ? keyCount - 1 - key : key }

  /// The pitch of a key as a MIDI note number. `key` is counted from the left.
  public func pitch(ofKey key: Int) -> Double {
    scale.pitch(at: Double(degree(ofKey: key)), from: Double(lowestKey))
  }

  /// The range from the lowest to the highest pitch of its keys.
  public var range: ClosedRange<Double> {
    let ends = [pitch(ofKey: 0), pitch(ofKey: keyCount - 1)].sorted()
    return ends[0]...ends[1]
  }
}

/// How a key looks on a screen.
public struct KeyAppearance: Hashable, Sendable {
  /// The text on it, if any.
  public let label: String?
  /// Whether it is drawn as a black key.
  public let isBlack: Bool

  static let names = ["C", "C#", "D", "Eb", "E", "F", "F#", "G", "G#", "A", "Bb", "B"]
  static let blackKeys: Set<Int> = [1, 3, 6, 8, 10]
}

extension KeyboardRow {
  /// The names and colours of a piano, if `isPiano` is set and the scale is the named chromatic one.
  /// Otherwise white keys without names. A label that the configuration gives takes precedence.
  public func face(ofKey key: Int) -> KeyAppearance {
    guard isPiano, scale.isNamed else { return KeyAppearance(label: labels[key], isBlack: false) }
    let step = Int(pitch(ofKey: key)).modulo(12)
    let name = showsLabels ? KeyAppearance.names[step] : nil
    return KeyAppearance(label: labels[key] ?? name, isBlack: KeyAppearance.blackKeys.contains(step))
  }
}
