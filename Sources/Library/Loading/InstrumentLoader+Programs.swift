import SpinetEngine
import SpinetMIDI
import SpinetMIDIFile
import SpinetMixer
import SpinetRealtime
import SpinetStage
import SpinetSynth

// Sounds by their MIDI numbers, from a SoundFont or from the patches.
extension InstrumentLoader {
  /// A part for each channel that the song plays, with the sound of its first program change; drums on channel 10.
  ///
  /// - Parameter font: the font that plays them; `.none` for the patches.
  package func load(
    generalMIDI song: StandardMIDIFile, _ programs: ProgramTable, font: GeneralMIDIFont = .none
  ) throws(SpinetError) -> LoadedStage {
    if let parts = try parts(of: song, font) {
      return LoadedStage(Stage(name: "General MIDI", parts: parts.map(\.part)), parts: parts)
    }
    var loaded = LoadedStage(Stage(name: "General MIDI", parts: []), parts: [])
    for (channel, number) in song.channels {
      if channel.number == GeneralMIDI.drumChannel {
        loaded.add(try drums(on: channel))
      } else {
        var part = Part("ch\(channel.number)", sound: "")
        part.channels = [channel]
        loaded.add([LoadedPart(part, try sound(number, programs))])
      }
    }
    if loaded.parts.isEmpty { loaded.add([LoadedPart(Part("ch1", sound: ""), try sound("default"))]) }
    return loaded
  }

  private func drums(on channel: Channel) throws(SpinetError) -> [LoadedPart] {
    try stage(named: Self.drumKit).parts.map { kit in
      var part = kit.part
      part.name = "drums-\(part.name)"
      part.channels = [channel]
      return LoadedPart(part, kit.sound, keyboard: kit.keyboard)
    }
  }

  private static let drumKit = "drum-kit"

  /// The sound of a number, or a sound that replaces it.
  private func sound(_ number: ProgramNumber, _ programs: ProgramTable) throws(SpinetError) -> LoadedSound {
    guard let known = programs[number] else { return try sound("default") }
    return try sound(of: known, on: SynthEngine())
  }

  /// Prepares engines of the synth, which can then play at once.
  ///
  /// - Parameter format: the format of the stream that plays; nil if none does.
  package func spares(_ count: Int, for format: StreamFormat?) throws(SpinetError) -> [MixerPart] {
    try (0..<count).map { _ throws(SpinetError) in
      let part = MixerPart(SynthEngine())
      if let format { try part.prepare(for: format) }
      return part
    }
  }

  /// The instrument with another sound in these parts; nil if they already have it, or if no patch can replace the
  /// number. Drums stay drums, and SoundFonts change their presets.
  ///
  /// - Parameter spares: engines that are ready. If there is none left, a new one is made.
  package func change(
    _ parts: [Int], of instrument: LoadedInstrument, to number: ProgramNumber, _ programs: ProgramTable,
    spares: inout [MixerPart]
  ) throws(SpinetError) -> LoadedInstrument? {
    guard let known = programs[number] else { return nil }
    var changed: LoadedInstrument?
    for index in choosePresets(parts, of: instrument, number) {
      let old = (changed ?? instrument).parts[index]
      guard old.sound.name != known.entry.name, !old.isDrum else { continue }
      let mixed = spares.popLast() ?? MixerPart(SynthEngine())
      let sound = try sound(of: known, on: mixed.engine)
      let rules = instrument.isStage ? old.part : old.part.named(sound.name)
      let part = LoadedPart(rules, sound, keyboard: old.keyboard, strip: old.mixed.strip, mixed: mixed)
      changed = try LoadedInstrument(changed ?? instrument, with: part, at: index)
    }
    return changed
  }
}

extension Part {
  fileprivate func named(_ name: String) -> Part {
    var part = self
    part.name = name
    return part
  }
}

extension LoadedStage {
  fileprivate mutating func add(_ more: [LoadedPart]) {
    parts += more
    stage.parts += more.map(\.part)
  }
}

extension LoadedPart {
  /// Whether it is one of the parts that share the keys of a drum kit.
  fileprivate var isDrum: Bool { part.name.hasPrefix("drums-") }
}

extension StandardMIDIFile {
  /// The channels with notes, in order, and the sound of each: its last program change before its first note.
  var channels: [(channel: Channel, number: ProgramNumber)] {
    var sounds = [ChannelSound](repeating: ChannelSound(), count: 16)
    for event in events {
      guard let channel = event.value.channel else { continue }
      sounds[channel.index].take(event.value)
    }
    return Channel.all.filter { sounds[$0.index].hasNotes }.map { ($0, sounds[$0.index].number) }
  }
}

/// The sound that a channel has chosen up to its first note.
private struct ChannelSound {
  var hasNotes = false
  private var bank = (high: 0, low: 0)
  private(set) var number = ProgramNumber(program: 1)

  mutating func take(_ message: MIDIMessage) {
    guard !hasNotes else { return }
    switch message {
    case .noteOn: hasNotes = true
    case .controlChange(_, 0, let value): bank.high = Int(value)
    case .controlChange(_, 32, let value): bank.low = Int(value)
    case .programChange(_, let program):
      number = ProgramNumber(bank: 128 * bank.high + bank.low, program: Int(program) + 1)
    default: break
    }
  }
}
