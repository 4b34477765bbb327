/// An engine's audio side that does what the keyboard says of its voices.
///
/// Conformers mark everything `@_noLocks`; they check voice numbers, of which −1 stands for all.
public protocol VoicePlayer: ~Copyable {
  mutating func start(_ number: Int, serial: UInt32)
  mutating func set(_ number: Int, _ parameter: VoiceParameter, to value: Double)
  mutating func release(_ number: Int)
  mutating func steal(_ number: Int)
  /// Every voice ends, without a click.
  mutating func silence()
}

extension VoicePlayer where Self: ~Copyable {
  /// Does what a command says, at the frame that is next. [audio-thread]
  @inlinable public mutating func handle(_ command: EngineCommand) {
    switch command.action {
    case .voice(.start(let number, let serial)): start(number.index, serial: serial)
    case .voice(.set(let number, let parameter, let value)): set(number.index, parameter, to: value)
    case .voice(.release(let number)): release(number.index)
    case .voice(.steal(let number)): steal(number.index)
    case .silence: silence()
    // The keyboard plays these engines; nobody sends them bytes.
    case .midi: break
    }
  }
}
