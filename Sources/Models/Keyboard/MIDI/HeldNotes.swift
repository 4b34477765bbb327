import SpinetEngine
import SpinetMIDI

/// The notes that are held, in the order in which they started.
struct HeldNotes: RandomAccessCollection, MutableCollection {
  private var notes: [HeldNote] = []
  private var lastSerial: UInt32 = 0

  /// With room for 256 notes, so that adding one does not allocate.
  init() { notes.reserveCapacity(256) }

  var startIndex: Int { 0 }
  var endIndex: Int { notes.count }

  subscript(index: Int) -> HeldNote {
    get { notes[index] }
    set { notes[index] = newValue }
  }

  /// The index of the key's newest note that has not ended yet. Older ones may ring under a pedal.
  func index(port: PortID?, channel: Channel, key: UInt8) -> Int? {
    lastIndex { $0.key == key && $0.channel == channel && $0.port == port && !$0.isOver }
  }

  /// Adds a note under the next serial number.
  mutating func append(_ note: HeldNote) {
    lastSerial &+= 1
    notes.append(note)
    notes[notes.count - 1].serial = lastSerial
  }

  mutating func removeFinished() {
    guard contains(where: \.isOver) else { return }
    notes.removeAll(where: \.isOver)
  }

  mutating func removeAll() { notes.removeAll(keepingCapacity: true) }
}

/// A MIDI note whose key is down or that a pedal holds, with its values at the start.
struct HeldNote {
  /// Distinguishes it from all other notes. `HeldNotes` assigns it.
  fileprivate(set) var serial: UInt32 = 0
  let port: PortID
  let channel: Channel
  let key: UInt8
  /// The key, with the octave shift of that time.
  let pitch: Int
  let gain: Double
  /// What controllers of MIDI 2.0 have said of this note alone.
  var controls = NoteControls()
  /// Whether later controllers of its key are those of the next note.
  var isDetached = false
  /// The pressure of its own key, 0–1; nil until the first message.
  var pressure: Double?
  let row: Int
  /// Nil while another note has the only voice, or after its own voice was stolen.
  var voice: VoiceNumber?
  /// The number of note-ons whose note-off has not arrived yet; 0 if only a pedal holds the note.
  var strikes: Int
  /// Whether an arpeggio plays it, so that no pedal holds it.
  var isStep = false
  var isSostenuto = false
  /// The pedals that its voice was told of.
  var pedals = 0
  /// The bend of its member channel in semitones when its key was let go and a pedal held it. From then on, that
  /// channel's bend, pressure and timbre belong to others.
  var keptBend: Double?
  var isOver = false

  /// How far its octave and transposition have moved it.
  var shift: Int { pitch - Int(key) }
  var isDown: Bool { strikes > 0 }
  var isWaiting: Bool { isDown && !isOver && voice == nil }
}
