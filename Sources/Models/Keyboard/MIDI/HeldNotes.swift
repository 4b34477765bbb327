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
  var isSostenuto = false
  /// The pedals that its voice was told of.
  var pedals = 0
  /// What it has kept of its member channel since its key was let go, while a pedal or a latch holds it.
  var kept: KeptExpression?
  /// Whether an arpeggio plays it, so that no pedal holds it.
  var isStep = false
  var isOver = false

  /// How far its octave and transposition have moved it.
  var shift: Int { pitch - Int(key) }
  var isDown: Bool { strikes > 0 }
  var isWaiting: Bool { isDown && !isOver && voice == nil }
}

/// The expression of an MPE member channel when a key was let go. From then on, the channel's own belongs to others.
struct KeptExpression: Hashable, Sendable, BitwiseCopyable {
  /// In semitones.
  let bend: Double
  /// 0–1; nil: the channel has sent none.
  let pressure: Double?
  /// 0–1; nil: the channel has sent none.
  let timbre: Double?
}

/// What a note begins with: a key, or a step of an arpeggio.
enum NoteOrigin: Hashable, Sendable, BitwiseCopyable {
  case key
  /// It has an end of its own, so that no pedal holds it. Its key may be up already.
  case step(KeptExpression?)

  var isStep: Bool { self != .key }
  var kept: KeptExpression? {
    if case .step(let kept) = self { kept } else { nil }
  }
}
