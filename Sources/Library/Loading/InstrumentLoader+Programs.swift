import SpinetEngine
import SpinetFormats
import SpinetMIDI
import SpinetMIDIFile
import SpinetMapping
import SpinetMixer
import SpinetRealtime
import SpinetStage
import SpinetSynth
import SpinetWidgets

// Sounds by their MIDI numbers, from a SoundFont or from the patches.
extension InstrumentLoader {
  /// A part for each channel that the song plays, with the sound of its first program change; drums on channel 10 and on
  /// those that the song makes drums.
  ///
  /// - Parameter font: the font that plays them; `.none` for the patches.
  package func load(
    generalMIDI song: StandardMIDIFile, _ programs: ProgramTable, font: GeneralMIDIFont = .none
  ) throws(SpinetError) -> LoadedStage {
    if let parts = try parts(of: song, font) {
      return LoadedStage(Stage(name: "General MIDI", parts: parts.map(\.part)), parts: parts)
    }
    var loaded = LoadedStage(Stage(name: "General MIDI", parts: []), parts: [])
    for (channel, number, isDrums) in song.channels {
      if isDrums {
        loaded.add([try drums(on: channel, number)])
      } else {
        var part = Part("ch\(channel.number)", sound: "")
        part.channels = [channel]
        part.level = Self.decibelsOfMany
        loaded.add([LoadedPart(part, try sound(number, programs))])
      }
    }
    if loaded.parts.isEmpty { loaded.add([LoadedPart(Part("ch1", sound: ""), try sound("default"))]) }
    return loaded
  }

  /// The kit that a number chooses.
  private func drums(on channel: Channel, _ number: ProgramNumber) throws(SpinetError) -> LoadedPart {
    var part = Part(
      channel.number == GeneralMIDI.drumChannel ? "drums-kit" : "drums-\(channel.number)-kit",
      sound: Self.kit(program: number.program))
    part.channels = [channel]
    part.level = Self.decibelsOfMany
    return LoadedPart(part, try ownKit(program: number.program))
  }

  /// Spinet's own kit in place of a font's, as loud as fonts have it.
  func ownKit(program: Int) throws(SpinetError) -> LoadedSound {
    try sound(Self.kit(program: program)).standing(trim: GeneralMIDI.kitTrim)
  }

  /// General MIDI 2 and GS number their kits alike.
  static func kit(program: Int) -> String {
    switch program {
    case 9...16: "room-kit"
    case 25...32: "electronic-kit"
    case 41...48: "brush-kit"
    default: "standard-kit"
    }
  }

  /// The sound of a number, or a sound that replaces it.
  private func sound(_ number: ProgramNumber, _ programs: ProgramTable) throws(SpinetError) -> LoadedSound {
    guard let known = programs[number] else { return try sound("default") }
    return try sound(of: known, standingFor: number.program, on: Self.engine(of: known.patch))
  }

  /// A patch in place of a font's program, as loud as fonts have it.
  func sound(
    of known: ProgramTable.Known, standingFor program: Int, on engine: any SoundEngine
  ) throws(SpinetError) -> LoadedSound {
    try sound(of: known, on: engine).standing(trim: GeneralMIDI.patchTrim(program: program))
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

  /// The instrument's stage with another sound in these parts; nil if they already have it, or if no patch can replace
  /// the number. Drums stay drums, and SoundFonts change their presets.
  ///
  /// - Parameter spares: engines that are ready. If there is none left, a new one is made.
  package func change(
    _ parts: [Int], of instrument: LoadedInstrument, to number: ProgramNumber, _ programs: ProgramTable,
    spares: inout [MixerPart]
  ) throws(SpinetError) -> LoadedStage? {
    guard let known = programs[number] else { return nil }
    var changed: LoadedStage?
    for index in choosePresets(parts, of: instrument, number) {
      let old = instrument.parts[index]
      guard old.sound.name != known.entry.name, !old.isDrum else { continue }
      let spare = known.patch.engine == .synth ? spares.popLast() : nil
      let mixed = spare ?? MixerPart(Self.engine(of: known.patch))
      let sound =
        old.sound.standsForProgram
        ? try sound(of: known, standingFor: number.program, on: mixed.engine)
        : try sound(of: known, on: mixed.engine)
      if old.sound.standsForProgram { sound.keepControllers(of: old.sound) }
      let strip = old.mixed.strip
      strip.level.set(strip.level.value + sound.trim - old.sound.trim)
      let rules = instrument.isStage ? old.part : old.part.named(sound.name)
      let part = LoadedPart(rules, sound, keyboard: old.keyboard, strip: strip, mixed: mixed)
      var stage = changed ?? LoadedStage(of: instrument)
      stage.replace(partAt: index, by: part)
      changed = stage
    }
    return changed
  }
}

extension LoadedSound {
  /// The sound in place of one of a font, whose notes follow the square of the velocity: half of it is 12 dB softer.
  /// Controller 7 at 100, with which General MIDI begins, is the patch's own volume.
  fileprivate func standing(trim: Double) throws(SpinetError) -> LoadedSound {
    let widgets = WidgetSet(engine.widgets)
    widgets["amp.velocity"]?.set(1)
    widgets["strike.velocity"]?.set(2)
    var sound = self
    if let volume = widgets["master.volume"]?.value {
      let most = min(volume * 127 / 100, 1)
      sound.mapping = try Mapping(
        text: "map:\n  cc 7: {widget: master.volume, range: [0, \(most)]}\n", file: name)
      sound.fullVolume = most
    }
    sound.standsForProgram = true
    sound.trim = trim
    return sound
  }

  /// What controllers of the channel have moved stays so when the channel gets another program.
  fileprivate func keepControllers(of old: LoadedSound) {
    let (before, after) = (WidgetSet(old.engine.widgets), WidgetSet(engine.widgets))
    for name in ["master.expression", "master.pan", "pitch.bend"] {
      if let value = before[name]?.value { after[name]?.set(value) }
    }
    guard let full = old.fullVolume, full > 0, let fullVolume, let volume = before["master.volume"]?.value
    else { return }
    after["master.volume"]?.set(volume / full * fullVolume)
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
  /// Whether it has a program change, or plays drums: on channel 10, or where a message makes drums of a channel.
  package var choosesSounds: Bool {
    let hasPrograms = events.contains { event in
      if case .programChange = event.value { true } else { false }
    }
    return hasPrograms || channels.contains(where: \.isDrums)
  }

  /// The channels with notes, in order, the sound of each, which is its last program change before its first note, and
  /// whether it plays drums then.
  var channels: [(channel: Channel, number: ProgramNumber, isDrums: Bool)] {
    var setup = ChannelSetup()
    var exclusives = exclusives[...]
    for event in events {
      while let next = exclusives.first, next.seconds <= event.seconds {
        setup.take(next.value)
        exclusives.removeFirst()
      }
      setup.take(event.value)
    }
    return Channel.all.compactMap { channel in
      let sound = setup.channels[channel.index]
      return sound.hasNotes ? (channel, sound.number, sound.isDrums) : nil
    }
  }
}

/// What messages have chosen for the sixteen channels.
private struct ChannelSetup {
  private(set) var channels = Self.atStart
  private var standard = Standard.generalMIDI

  /// What a song was written for, as its reset message says. It decides which banks are drums.
  private enum Standard { case generalMIDI, generalMIDI2, gs, xg }

  private static let atStart = Channel.all.map {
    ChannelSound(isDrums: $0.number == GeneralMIDI.drumChannel)
  }

  mutating func take(_ message: MIDIMessage) {
    guard let channel = message.channel else { return }
    let wasDrums = channels[channel.index].isDrums
    channels[channel.index].take(message)
    guard case .programChange = message, !channels[channel.index].hasNotes else { return }
    channels[channel.index].isDrums = isDrums(bank: channels[channel.index].bank.high) ?? wasDrums
  }

  /// Whether the banks of a number are drums; nil if they do not say.
  private func isDrums(bank: Int) -> Bool? {
    switch (standard, bank) {
    case (.xg, 126), (.xg, 127), (.generalMIDI, 120), (.generalMIDI2, 120): true
    case (.generalMIDI, 121), (.generalMIDI2, 121): false
    default: nil
    }
  }

  /// A system exclusive message, without F0 and F7: a reset, or what makes a part drums or not.
  mutating func take(_ exclusive: [UInt8]) {
    switch exclusive {
    case _ where exclusive.matches([0x7E, nil, 0x09, 0x01]): reset(.generalMIDI)
    case _ where exclusive.matches([0x7E, nil, 0x09, 0x03]): reset(.generalMIDI2)
    // GS reset, and the mode of the SC-88.
    case _ where exclusive.matches([0x41, nil, 0x42, 0x12, 0x40, 0x00, 0x7F]): reset(.gs)
    case _ where exclusive.matches([0x41, nil, 0x42, 0x12, 0x00, 0x00, 0x7F]): reset(.gs)
    case _ where exclusive.matches([0x43, nil, 0x4C, 0x00, 0x00, 0x7E]): reset(.xg)
    // GS "use for rhythm part", whose parts are counted 10, 1–9, 11–16.
    case _
    where exclusive.matches([0x41, nil, 0x42, 0x12, 0x40, nil, 0x15, nil]) && exclusive[5] & 0xF0 == 0x10:
      let part = Int(exclusive[5] & 0x0F)
      setDrums(exclusive[7] > 0, channel: part == 0 ? 9 : part < 10 ? part - 1 : part)
    // XG part mode.
    case _ where exclusive.matches([0x43, nil, 0x4C, 0x08, nil, 0x07, nil]) && exclusive[4] < 16:
      setDrums(exclusive[6] > 0, channel: Int(exclusive[4]))
    default: break
    }
  }

  private mutating func reset(_ new: Standard) {
    standard = new
    for index in channels.indices where !channels[index].hasNotes { channels[index] = Self.atStart[index] }
  }

  private mutating func setDrums(_ isDrums: Bool, channel: Int) {
    if !channels[channel].hasNotes { channels[channel].isDrums = isDrums }
  }
}

extension [UInt8] {
  /// Whether it begins with these bytes; nil stands for any.
  fileprivate func matches(_ bytes: [UInt8?]) -> Bool {
    count >= bytes.count && zip(self, bytes).allSatisfy { $1 == nil || $0 == $1 }
  }
}

/// The sound that a channel has chosen up to its first note.
private struct ChannelSound {
  var isDrums: Bool
  private(set) var hasNotes = false
  private(set) var bank = (high: 0, low: 0)
  private(set) var number = ProgramNumber(program: 1)

  init(isDrums: Bool) { self.isDrums = isDrums }

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
