import SpinetEngine
import SpinetMIDI
import SpinetMIDIFile
import SpinetRealtime
import SpinetSoundFont
import SpinetStage
import SpinetText
import SpinetWidgets
import SystemPackage

extension InstrumentLoader {
  func loadSoundFont(_ name: SoundFontName) throws(SpinetError) -> LoadedSound {
    let path = fontFolders.path(of: name.file)
    try Self.refusePipe(path)
    let font = try SharedFont.open(path, log: log)
    let index = try name.preset.map { word throws(SpinetError) in try font.presets.index(word, in: path) }
    // A preset that is named plays whatever comes; a font plays channel 10 as every program does.
    return try sound(of: font, preset: index ?? 0, path) { $0.playsDrums = index == nil }
  }

  /// - Parameter configure: changes the engine before it is prepared.
  func sound(
    of font: SharedFont, preset: Int, _ path: FilePath, _ configure: (SoundFontEngine) -> Void = { _ in }
  ) throws(SpinetError) -> LoadedSound {
    let engine = try SoundFontEngine(
      font, preset: preset, framesPerSecond: framesPerSecond, isOffline: isOffline)
    configure(engine)
    return LoadedSound(name: path.name, file: path, engine: engine)
  }

  /// The parts of a song with the presets of a font; nil if no font is wanted or installed.
  func parts(of song: StandardMIDIFile, _ font: GeneralMIDIFont) throws(SpinetError) -> [LoadedPart]? {
    switch font {
    case .none: return nil
    case .named(let file): return try parts(of: song, file: fontFolders.path(of: file))
    case .installed:
      let paths = fontFolders.generalMIDIFonts
      for path in paths {
        do throws(SpinetError) {
          let parts = try parts(of: song, file: path)
          log("General MIDI is played by \(path)")
          return parts
        } catch {
          log("\(error)")
        }
      }
      if !paths.isEmpty { log("General MIDI is played by Spinet's own sounds") }
      return nil
    }
  }

  private func parts(of song: StandardMIDIFile, file path: FilePath) throws(SpinetError) -> [LoadedPart] {
    let font = try SharedFont.open(path, log: log)
    var channels = song.channels
    if channels.isEmpty, let first = Channel(number: 1) {
      channels = [(first, ProgramNumber(program: 1), false)]
    }
    var parts: [LoadedPart] = []
    for (channel, number, isDrums) in channels {
      var part = Part("ch\(channel.number)", sound: path.string)
      part.channels = [channel]
      part.level = Self.decibelsOfMany
      let preset = font.presets.index(number, isDrums: isDrums) ?? 0
      parts.append(LoadedPart(part, try sound(of: font, preset: preset, path) { $0.isOneOfMany = true }))
    }
    return parts
  }

  /// The level of each part of a song, so that many together stay below full scale.
  static let decibelsOfMany = -3.0

  /// Lets the parts that are SoundFonts choose the preset with a number, if they have it. Drums stay drums. Sounding
  /// notes continue. Returns the other parts.
  package func choosePresets(_ parts: [Int], of instrument: LoadedInstrument, _ number: ProgramNumber)
    -> [Int]
  {
    parts.filter { index in
      guard let engine = instrument.parts[index].engine as? SoundFontEngine else { return true }
      let isDrums = engine.presets.all[Int(engine.preset.value)].isDrums
      engine.presets.index(number, isDrums: isDrums).map { _ = engine.preset.set(Double($0)) }
      return false
    }
  }
}

extension SoundFontPresets {
  fileprivate func index(_ number: ProgramNumber, isDrums: Bool) -> Int? {
    isDrums
      ? drums(program: number.program - 1) : index(bank: number.bank, program: number.program - 1)
  }
}

extension InstrumentLoader {
  var fontFolders: SoundFontFolders { SoundFontFolders(library: library) }
}
