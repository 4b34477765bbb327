/// How many voices one keyboard may have: `maxKeybPoly`, `Max Keyboard Polyphony`.
public enum Polyphony: Hashable, Sendable {
  /// -1: fingers only write parameters, MIDI notes have as many voices as the engine.
  case controlSurface
  /// 0: one voice as long as the engine runs; events only write its parameters.
  case instrument
  /// 1 and more, the ringing ones counted.
  case voices(Int)

  public init(_ number: Int) {
    switch number {
    case ..<0: self = .controlSurface
    case 0: self = .instrument
    default: self = .voices(number)
    }
  }

  public var number: Int {
    switch self {
    case .controlSurface: -1
    case .instrument: 0
    case .voices(let count): count
    }
  }

  public var isMonophonic: Bool { self == .voices(1) }
}
