import SpinetEngine

extension CsdDocument {
  /// Opcodes that only make sense with MIDI.
  private static let midiOpcodes: Set<String> = [
    "cpsmidi", "cpsmidib", "octmidi", "octmidib", "pchmidi", "pchmidib", "notnum", "veloc", "ampmidi",
    "ampmidid", "midin", "ctrl7", "ctrl14", "ctrl21", "midic7", "midic14", "midic21", "initc7", "initc14",
    "initc21", "ctrlinit", "pchbend", "midipitchbend", "aftouch", "midichannelaftertouch", "polyaft",
    "chanctrl", "midinoteonkey", "midinoteoncps", "midinoteonoct", "midinoteonpch",
    "midicontrolchange", "mididefault", "pgmassign", "massign",
  ]

  /// MIDI messages if the file uses MIDI opcodes or flags, otherwise the keyboard's voices.
  package var noteInput: NoteInput {
    let usesMIDI = orchestraText.lines.contains { line in
      // With `massign 0, 0` the orchestra takes no MIDI notes.
      line.contains { word in
        if case .name(let name) = word { Self.midiOpcodes.contains(name) } else { false }
      } && line != [.name("massign"), .name("0"), .mark(","), .name("0")]
    }
    return usesMIDI || OrchestraOptions.wantMIDI(optionWords) ? .midi : .voices
  }

  /// How it gets its notes when it is played: a file in which no instrument is made for the keyboard's voices gets
  /// MIDI, which starts the instrument of the channel's number, as in csound.
  var liveNoteInput: NoteInput { voiceInstruments.isEmpty ? .midi : noteInput }

  /// Whether it continues after its score, to be played live.
  /// - Parameter chosen: the form of notes that the caller has chosen; nil lets the file decide.
  func isOpenEnded(_ chosen: NoteInput?) -> Bool {
    (chosen ?? noteInput) == .midi || !voiceInstruments.isEmpty
  }

  /// Opcodes that read the audio input.
  private static let inputOpcodes: Set<String> = [
    "in", "ins", "inq", "inh", "ino", "inx", "in32", "inch", "inz", "inrg",
  ]

  /// Whether it reads the audio input.
  var readsInput: Bool {
    orchestraText.lines.contains { line in
      line.contains { word in
        if case .name(let name) = word { Self.inputOpcodes.contains(name) } else { false }
      }
    }
  }

  /// Whether its instruments may read p-fields that they do not name.
  var countsFields: Bool {
    let opcodes: Set<OrchestraText.Word> = [.name("pcount"), .name("pindex"), .name("passign"), .name("p")]
    return orchestraText.lines.contains { $0.contains(where: opcodes.contains) }
  }

  /// The instruments that keys play, by MIDI channel: `voice1` to `voice16`. At 0 the one for all other
  /// channels: `voice`, or if there is none for any channel, the lowest instrument that reads p4, p5 or p6
  /// and that neither the score nor another instrument starts.
  var voiceInstruments: [Int: OrchestraInstrument.Identity] {
    var found: [Int: OrchestraInstrument.Identity] = [:]
    for instrument in orchestraText.instruments {
      guard case .name(let name) = instrument.identity, name.lowercased().hasPrefix("voice") else {
        continue
      }
      let rest = name.dropFirst("voice".count)
      let channel = rest.isEmpty ? 0 : Int(rest).flatMap { 1...16 ~= $0 ? $0 : nil }
      if let channel, found[channel] == nil { found[channel] = instrument.identity }
    }
    if found.isEmpty { found[0] = lowestPlayable }
    return found
  }

  private var lowestPlayable: OrchestraInstrument.Identity? {
    let started = scoreText.scoredInstruments.union(orchestraText.scheduledInstruments)
    let numbers = orchestraText.instruments.compactMap { instrument in
      if case .number(let number) = instrument.identity, instrument.readsNoteFields,
        !started.contains(instrument.identity)
      {
        number
      } else {
        nil as Int?
      }
    }
    return numbers.min().map { .number($0) }
  }
}
