import SpinetRealtime
import SpinetSoundFont
import SpinetStage
import SpinetText
import SystemPackage

// Sounds that are named as General MIDI names them: `piano`, `strings`, `drums`.
extension InstrumentLoader {
  /// The stage of a sound of General MIDI; nil if the name means something else. A file and the exact name of a patch or
  /// a stage come first.
  func generalMIDIStage(_ name: String) throws(SpinetError) -> LoadedStage? {
    try generalMIDIPart(name).map { LoadedStage($0) }
  }

  /// The same for a sound beside others.
  func generalMIDIPart(_ name: String) throws(SpinetError) -> LoadedSound? {
    guard let sound = try generalMIDISound(name) else { return nil }
    if let loaded = try installed(sound, as: name) { return loaded }
    return try ownSound(sound, as: name)
  }

  private func generalMIDISound(_ name: String) throws(SpinetError) -> GeneralMIDI.Sound? {
    guard let sound = GeneralMIDI.sound(named: name), !FilePath(name).exists else { return nil }
    let exact = try library.entries(.patch) + library.entries(.stage)
    return exact.contains { $0.name == name } ? nil : sound
  }

  /// The sound of the best font that has it, told in one line; nil if no font has it or can be read.
  private func installed(_ sound: GeneralMIDI.Sound, as name: String) throws(SpinetError) -> LoadedSound? {
    for path in sound.isDrums ? fontFolders.drumFonts : fontFolders.generalMIDIFonts {
      do throws(SpinetError) {
        let font = try SharedFont.open(path, log: log)
        guard let preset = font.presets.index(sound) else { continue }
        let loaded = try self.sound(of: font, preset: preset, path)
        let better = fontFolders.isBest(path) ? "" : "; Debian's package \(Self.package) sounds better"
        log("\(name): \(font.presets.all[preset].name) of \(path)\(better)")
        return loaded
      } catch {
        log("\(error)")
      }
    }
    return nil
  }

  private func ownSound(_ sound: GeneralMIDI.Sound, as name: String) throws(SpinetError) -> LoadedSound {
    if sound.isDrums {
      let kit = Self.kit(program: sound.program)
      tellOwn(kit, as: name)
      return try ownKit(program: sound.program)
    }
    let programs = try ProgramTable(library)
    guard let known = programs[ProgramNumber(program: sound.program)] else {
      return try self.sound("default")
    }
    tellOwn(known.entry.name, as: name)
    return try self.sound(of: known, standingFor: sound.program, on: Self.engine(of: known.patch))
  }

  private func tellOwn(_ patch: String, as name: String) {
    log(
      "\(name): Spinet's own \(patch); Debian's packages libfluidsynth3 and \(Self.package) have a recorded one"
    )
  }

  /// The best font that Debian has.
  private static let package = "musescore-general-soundfont-small"
}

extension SoundFontPresets {
  /// The exact preset of General MIDI, not one that replaces it.
  fileprivate func index(_ sound: GeneralMIDI.Sound) -> Int? {
    if sound.isDrums { return drums(program: sound.program - 1) }
    return all.firstIndex { $0.bank == 0 && $0.program == sound.program - 1 }
  }
}
