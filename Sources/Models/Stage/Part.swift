import SpinetMIDI
import SpinetMapping
import SpinetRealtime

/// A sound and what it listens to.
package struct Part: Hashable, Sendable {
  /// The value of a widget, as written.
  package struct Setting: Hashable, Sendable {
    package var widget: String
    package var text: String
    package var location: TextLocation
    package var valueLocation: TextLocation

    package init(
      widget: String, text: String, location: TextLocation = .start, valueLocation: TextLocation = .start
    ) {
      self.widget = widget
      self.text = text
      self.location = location
      self.valueLocation = valueLocation
    }
  }

  /// The prefix of its widgets' names: `NAME/filter.cutoff`.
  package var name: String
  /// A patch name or file, a `.csd`, a `.dsp`, a sound file, an SFZ file, a folder of samples, a SoundFont and its
  /// preset as `piano.sf2:Grand`.
  package var sound: String
  /// The instrument that plays the part instead of a sound; nil for a sound.
  package var outside: OutsideInstrument?
  /// The position of `sound` in the stage file.
  package var location = TextLocation.start
  /// A keyboard file; nil for the sound's own, or the one for MIDI controllers.
  package var keyboard: String?
  package var keyboardLocation = TextLocation.start
  /// If empty, it listens to every port.
  package var ports: [PortPattern] = []
  /// If empty, it listens to every channel.
  package var channels: Set<Channel> = []
  package var keys: [ClosedRange<UInt8>] = [0...127]
  /// Of note-ons, 1–127.
  package var velocities: ClosedRange<UInt8> = 1...127
  /// In semitones.
  package var transpose = 0
  /// In decibels.
  package var level = 0.0
  /// −1 is left, 1 is right.
  package var pan = 0.0
  package var isMuted = false
  package var isSoloed = false
  /// Its widgets' values where they differ from the sound's own.
  package var settings: [Setting] = []

  package init(_ name: String, sound: String) {
    self.name = name
    self.sound = sound
  }

  /// Whether it listens to a port with one of these names.
  package func listens(toPortNamed names: [String]) -> Bool {
    ports.isEmpty || ports.contains { names.contains(where: $0.matches) }
  }

  /// Whether it listens to the channel.
  package func listens(to channel: Channel) -> Bool { channels.isEmpty || channels.contains(channel) }

  /// Whether the key is in its ranges.
  package func plays(_ key: UInt8) -> Bool { keys.contains { $0.contains(key) } }

  /// The key that it plays for a note-on; nil if it does not play it.
  package func key(for key: UInt8, velocity: UInt8) -> UInt8? {
    guard plays(key), velocities.contains(velocity) else { return nil }
    return NoteName(key: Int(key) + transpose)?.key
  }
}
