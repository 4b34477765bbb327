/// The part of an engine on the audio thread that carries out the keyboard's voice events.
///
/// Conforming types mark everything `@_noLocks`. They must check voice numbers; −1 means all voices.
public protocol VoicePlayer: ~Copyable {
  mutating func start(_ number: Int, serial: UInt32)
  mutating func set(_ number: Int, _ parameter: VoiceParameter, to value: Double)
  mutating func release(_ number: Int)
  mutating func steal(_ number: Int)
  /// Ends every voice, without a click.
  mutating func silence()
}

extension VoicePlayer where Self: ~Copyable {
  /// Carries out a command at the current frame. [audio-thread]
  @inlinable public mutating func handle(_ command: EngineCommand) {
    switch command.action {
    case .voice(.start(let number, let serial)): start(number.index, serial: serial)
    case .voice(.set(let number, let parameter, let value)): set(number.index, parameter, to: value)
    case .voice(.release(let number)): release(number.index)
    case .voice(.steal(let number)): steal(number.index)
    case .silence: silence()
    // These engines are played by the keyboard, which sends them no MIDI.
    case .midi: break
    // Most engines read the tempo from its widget, and no position.
    case .clock: break
    }
  }
}
