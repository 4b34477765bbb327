extension GeneralMIDI {
  /// A sound of General MIDI that has a name.
  package struct Sound: Hashable, Sendable {
    /// As the standard writes it.
    package let name: String
    /// 1–128.
    package let program: Int
    package let isDrums: Bool

    package init(name: String, program: Int, isDrums: Bool = false) {
      self.name = name
      self.program = program
      self.isDrums = isDrums
    }
  }

  /// The sound with a name: one of the standard's, or a short one such as `piano`. Letters of either case, and `-` for a
  /// space. Nil for other names.
  package static func sound(named word: String) -> Sound? {
    let name = plain(word)
    if let program = shortNames[name] { return Sound(name: names[program - 1], program: program) }
    if let index = names.firstIndex(where: { plain($0) == name }) {
      return Sound(name: names[index], program: index + 1)
    }
    if name == "drums" { return Sound(name: "Standard Kit", program: 1, isDrums: true) }
    return kits.first { $0.name.lowercased() == name }
  }

  /// In small letters without brackets, with a space between words.
  private static func plain(_ name: String) -> String {
    name.lowercased().filter { $0 != "(" && $0 != ")" }.split { " -_".contains($0) }.joined(separator: " ")
  }

  /// What people call the most common ones.
  private static let shortNames = [
    "piano": 1, "grand piano": 1, "epiano": 5, "electric piano": 5, "organ": 17, "guitar": 25, "bass": 34,
    "strings": 49, "choir": 53, "brass": 62, "sax": 66, "synth": 82, "pad": 90, "timpani": 48,
  ]

  private static let kits = [
    Sound(name: "Standard Kit", program: 1, isDrums: true),
    Sound(name: "Room Kit", program: 9, isDrums: true),
    Sound(name: "Power Kit", program: 17, isDrums: true),
    Sound(name: "Electronic Kit", program: 25, isDrums: true),
    Sound(name: "Analog Kit", program: 26, isDrums: true),
    Sound(name: "Jazz Kit", program: 33, isDrums: true),
    Sound(name: "Brush Kit", program: 41, isDrums: true),
    Sound(name: "Orchestra Kit", program: 49, isDrums: true),
  ]

  /// The names of the programs from 1 to 128.
  package static let names = [
    "Acoustic Grand Piano", "Bright Acoustic Piano", "Electric Grand Piano", "Honky-tonk Piano",
    "Electric Piano 1", "Electric Piano 2", "Harpsichord", "Clavi", "Celesta", "Glockenspiel", "Music Box",
    "Vibraphone", "Marimba", "Xylophone", "Tubular Bells", "Dulcimer", "Drawbar Organ", "Percussive Organ",
    "Rock Organ", "Church Organ", "Reed Organ", "Accordion", "Harmonica", "Tango Accordion",
    "Acoustic Guitar (nylon)", "Acoustic Guitar (steel)", "Electric Guitar (jazz)", "Electric Guitar (clean)",
    "Electric Guitar (muted)", "Overdriven Guitar", "Distortion Guitar", "Guitar Harmonics", "Acoustic Bass",
    "Electric Bass (finger)", "Electric Bass (pick)", "Fretless Bass", "Slap Bass 1", "Slap Bass 2",
    "Synth Bass 1", "Synth Bass 2", "Violin", "Viola", "Cello", "Contrabass", "Tremolo Strings",
    "Pizzicato Strings", "Orchestral Harp", "Timpani", "String Ensemble 1", "String Ensemble 2",
    "Synth Strings 1", "Synth Strings 2", "Choir Aahs", "Voice Oohs", "Synth Voice", "Orchestra Hit",
    "Trumpet",
    "Trombone", "Tuba", "Muted Trumpet", "French Horn", "Brass Section", "Synth Brass 1", "Synth Brass 2",
    "Soprano Sax", "Alto Sax", "Tenor Sax", "Baritone Sax", "Oboe", "English Horn", "Bassoon", "Clarinet",
    "Piccolo", "Flute", "Recorder", "Pan Flute", "Blown Bottle", "Shakuhachi", "Whistle", "Ocarina",
    "Lead 1 (square)", "Lead 2 (sawtooth)", "Lead 3 (calliope)", "Lead 4 (chiff)", "Lead 5 (charang)",
    "Lead 6 (voice)", "Lead 7 (fifths)", "Lead 8 (bass + lead)", "Pad 1 (new age)", "Pad 2 (warm)",
    "Pad 3 (polysynth)", "Pad 4 (choir)", "Pad 5 (bowed)", "Pad 6 (metallic)", "Pad 7 (halo)",
    "Pad 8 (sweep)",
    "FX 1 (rain)", "FX 2 (soundtrack)", "FX 3 (crystal)", "FX 4 (atmosphere)", "FX 5 (brightness)",
    "FX 6 (goblins)", "FX 7 (echoes)", "FX 8 (sci-fi)", "Sitar", "Banjo", "Shamisen", "Koto", "Kalimba",
    "Bag Pipe", "Fiddle", "Shanai", "Tinkle Bell", "Agogo", "Steel Drums", "Woodblock", "Taiko Drum",
    "Melodic Tom", "Synth Drum", "Reverse Cymbal", "Guitar Fret Noise", "Breath Noise", "Seashore",
    "Bird Tweet", "Telephone Ring", "Helicopter", "Applause", "Gunshot",
  ]
}
