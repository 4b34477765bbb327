import SpinetRealtime
import SpinetWidgets
import SystemPackage

/// Turns commands and widget values into samples.
///
/// An engine owns no state that must outlive it: widgets continue to exist without it, and voices belong to
/// the keyboard.
public protocol SoundEngine: AnyObject, Sendable {
  /// The name shown to the user: `Synth`, `Csound`, `Faust`.
  var name: String { get }

  /// One widget for each parameter. They exist and can be moved before the engine is prepared. [any-thread]
  var widgets: [Widget] { get }

  /// The number of voices the keyboard may use; they are numbered from 0. [any-thread]
  var voiceCapacity: Int { get }

  /// The form in which it receives notes. [any-thread]
  var noteInput: NoteInput { get }

  /// Whether different MIDI channels may play different instruments. [any-thread]
  var hearsChannels: Bool { get }

  /// Whether it wants to know when a key is let go while a pedal holds its note. False by default. [any-thread]
  var hearsPedals: Bool { get }

  /// Whether a held note fades by itself, as a piano's does. A key that is struck again under a pedal then joins its
  /// earlier note, as on a piano; otherwise it replaces it, because notes that sound for ever would pile up. False by
  /// default. [control-thread]
  var fades: Bool { get }

  /// How many channels of `AudioBlock.input` it uses. 0 by default. [any-thread]
  var inputCount: Int { get }

  /// How many outputs it has. 2 by default. A rendered file gets all of them, a sound card as many as it has channels.
  /// [any-thread]
  var outputCount: Int { get }

  /// The sound file that its program wants as its audio input; nil for none. [any-thread]
  var inputFile: FilePath? { get }

  /// The sound card's period should be a multiple of this number of frames. [any-thread]
  var periodUnit: Int { get }

  /// The sample rate that its program was written for; nil if it suits any. [any-thread]
  var ownFramesPerSecond: Double? { get }

  /// Whether it plays by itself, and reports `performanceEnded` at the end. [any-thread]
  var hasScore: Bool { get }

  /// Whether it sounds without notes, so that it never rings out. [any-thread]
  var isContinuous: Bool { get }

  /// The memory that its sound takes, in bytes: recordings above all; 0 by default. What several engines share is counted
  /// by each. [any-thread]
  var memoryBytes: Int { get }

  /// What it shares with other engines in a way that only one thread at a time may use; nil by default. [any-thread]
  var sharedMemory: ObjectIdentifier? { get }

  /// How much of its sound goes into the reverb of the mix, 0–1: the widget of a reverb of its own, which the engine leaves
  /// out when its link has a room. Nil by default. [any-thread]
  var roomShare: Widget? { get }

  /// Allocates everything that a stream needs, and takes the current value of every widget.
  /// [control-thread] [not-rendering]
  func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) throws(SpinetError)

  /// Fills `block`: splits it at the frames of the commands and applies each at its frame. Conforming types
  /// mark it `@_noLocks`. [audio-thread]
  func render(_ block: AudioBlock)
}

extension SoundEngine {
  public var noteInput: NoteInput { .voices }
  public var hearsChannels: Bool { false }
  public var hearsPedals: Bool { false }
  public var fades: Bool { false }
  public var memoryBytes: Int { 0 }
  public var sharedMemory: ObjectIdentifier? { nil }
  public var roomShare: Widget? { nil }
  public var inputCount: Int { 0 }
  /// Whether it uses `AudioBlock.input`. [any-thread]
  public var takesInput: Bool { inputCount > 0 }
  public var outputCount: Int { 2 }
  public var inputFile: FilePath? { nil }
  public var periodUnit: Int { 1 }
  public var ownFramesPerSecond: Double? { nil }
  public var hasScore: Bool { false }
  public var isContinuous: Bool { hasScore }
}

/// The form in which an engine receives its notes.
public enum NoteInput: Sendable {
  /// As voices of the keyboard.
  case voices
  /// As MIDI messages, for programs that allocate their own voices.
  case midi
}
