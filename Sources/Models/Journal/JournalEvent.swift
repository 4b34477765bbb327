import SpinetMIDI

/// An event of an instrument.
package enum JournalEvent: Hashable, Sendable {
  /// From now on these sounds play.
  case instrument(JournalInstrument)
  /// The names of a source of messages.
  case source(UInt32, names: [String])
  /// A message, and whether it was played by the keyboards. Otherwise a mapping took it, and the moves of its widgets
  /// follow.
  case message(MIDIMessage, from: UInt32, isPlayed: Bool)
  /// The same of MIDI 2.0.
  case message2(MIDI2Message, from: UInt32, isPlayed: Bool)
  /// The bytes of a system exclusive message between F0 and F7.
  case exclusive([UInt8], from: UInt32)
  /// The value of a widget when the journal began to watch it. `widget` is its index in the instrument.
  case state(widget: Int, Double)
  /// A widget has moved to this value; a press is 1.
  case move(widget: Int, Double)
  /// The song that plays beside the keys has set this tempo, in quarter notes a minute.
  case tempo(Double)
  case touch(JournalTouch, from: UInt32)
  /// A source has gone, and everything that it held is released.
  case left(UInt32)
  /// Everything is released.
  case released
}

/// The sounds of an instrument.
package struct JournalInstrument: Hashable, Sendable {
  /// The name that is shown.
  package var name: String
  /// The sound in the form that `spinet play` accepts; empty for the default patch.
  package var sound: String
  /// A file, or the name of a keyboard; empty if the sounds choose their own.
  package var keyboard: String
  package var parts: [String]
  package var widgets: [String]

  package init(name: String, sound: String, keyboard: String = "", parts: [String], widgets: [String]) {
    self.name = name
    self.sound = sound
    self.keyboard = keyboard
    self.parts = parts
    self.widgets = widgets
  }
}

/// A finger on a surface.
package struct JournalTouch: Hashable, Sendable {
  package var finger: Int32
  package var phase: FingerPhase
  package var x: Double
  package var y: Double
  package var pressure: Float?
  package var velocity: Float?
  /// The index of the part that the touch names; nil for none.
  package var part: UInt16?

  package init(
    finger: Int32, phase: FingerPhase, x: Double, y: Double, pressure: Float? = nil, velocity: Float? = nil,
    part: UInt16? = nil
  ) {
    self.finger = finger
    self.phase = phase
    self.x = x
    self.y = y
    self.pressure = pressure
    self.velocity = velocity
    self.part = part
  }
}

/// An event and its time.
package struct JournalEntry: Hashable, Sendable {
  /// In nanoseconds since 1970.
  package var moment: Int64
  package var event: JournalEvent

  package init(_ event: JournalEvent, at moment: Int64) {
    self.event = event
    self.moment = moment
  }
}
