import SpinetRealtime
import SpinetWidgets

/// What makes the sound: commands and widget values in, samples out.
///
/// It owns no state that must outlive it: widgets live on when it is gone, voices belong to the keyboard.
public protocol SoundEngine: AnyObject, Sendable {
  /// Its name for people: `Synth`, `Csound`, `Faust`.
  var name: String { get }

  /// One widget for each parameter, made with the engine, live before it is prepared. [any-thread]
  var widgets: [Widget] { get }

  /// How many voice numbers the keyboard may use, from 0. [any-thread]
  var voiceCapacity: Int { get }

  /// In what words it wants its notes. [any-thread]
  var noteInput: NoteInput { get }

  /// Whether notes of different MIDI channels may play different instruments in it. [any-thread]
  var hearsChannels: Bool { get }

  /// Whether it does anything with `AudioBlock.input`. [any-thread]
  var takesInput: Bool { get }

  /// The card's period is best a multiple of so many frames. [any-thread]
  var periodUnit: Int { get }

  /// Allocates and warms up everything for a stream; every widget's value is in place when it returns.
  /// [control-thread, not while rendering]
  func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) throws

  /// Fills `block`: takes the commands whose frames fall in it and splits it there. Conformers mark it
  /// `@_noLocks`. [audio-thread]
  func render(_ block: AudioBlock)
}

extension SoundEngine {
  public var noteInput: NoteInput { .voices }
  public var hearsChannels: Bool { false }
  public var takesInput: Bool { false }
  public var periodUnit: Int { 1 }
}
