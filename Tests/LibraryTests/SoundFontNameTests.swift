import Foundation
import Scratch
import SystemPackage
import Testing

@testable import SpinetLibrary

struct SoundFontNameTests {
  @Test(
    arguments: [
      ("piano.sf2", "piano.sf2", nil), ("PIANO.SF2", "PIANO.SF2", nil), ("a/b.sf3:Grand", "a/b.sf3", "Grand"),
      ("piano.sf2:128/1", "piano.sf2", "128/1"), ("odd:name.sf2:x:y", "odd:name.sf2", "x:y"),
      ("a.sf2:", "a.sf2", ""),
    ] as [(String, String, String?)])
  func `A font's name may say a preset`(name: String, file: String, preset: String?) {
    let font = SoundFontName(name)
    #expect(font?.file == file && font?.preset == preset)
  }

  @Test(arguments: ["warm-pad", "a.wav", "sf2", "a.sf22", "a:b", "piano.yaml:Grand"])
  func `Other names are no fonts`(name: String) { #expect(SoundFontName(name) == nil) }

  private func folders(_ folder: TemporaryFolder) -> SoundFontFolders {
    let library = Catalog(environment: ["XDG_CONFIG_HOME": folder.path + "/own"])
    return SoundFontFolders(
      library: library, environment: ["XDG_DATA_DIRS": folder.path + "/shared:relative"])
  }

  private func put(_ file: String, in folder: TemporaryFolder) throws {
    let path = URL(fileURLWithPath: "\(folder.path)/\(file)")
    try FileManager.default.createDirectory(
      at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data().write(to: path)
  }

  @Test func `Fonts are found by name, a person's own first`() throws {
    let folder = TemporaryFolder()
    let fonts = folders(folder)
    #expect(fonts.path(of: "none.sf2") == "none.sf2" && fonts.path(of: "./a.sf2") == "./a.sf2")
    try put("shared/sounds/sf3/a.sf3", in: folder)
    #expect(fonts.path(of: "a.sf3") == FilePath("\(folder.path)/shared/sounds/sf3/a.sf3"))
    try put("own/spinet/soundfonts/a.sf3", in: folder)
    #expect(fonts.path(of: "a.sf3") == FilePath("\(folder.path)/own/spinet/soundfonts/a.sf3"))
  }

  @Test func `General MIDI is played by a person's own font, the best known one, or none`() throws {
    let folder = TemporaryFolder()
    let fonts = folders(folder)
    try put("shared/sounds/sf2/strings-only.sf2", in: folder)
    #expect(fonts.generalMIDIFonts.first == nil)
    // From the smallest to the best.
    for name in [
      "sf2/TimGM6mb.sf2", "sf3/default-GM.sf3", "sf2/FluidR3_GM.sf2", "sf3/MuseScore_General_Lite.sf3",
      "sf3/MuseScore_General.sf3",
    ] {
      try put("shared/sounds/\(name)", in: folder)
      #expect(fonts.generalMIDIFonts.first == FilePath("\(folder.path)/shared/sounds/\(name)"))
    }
    #expect(fonts.drumFonts.first == fonts.generalMIDIFonts.first)
    try put("shared/sounds/sf2/Black_Pearl_4_LV2.sf2", in: folder)
    #expect(fonts.drumFonts.first?.lastComponent?.string == "Black_Pearl_4_LV2.sf2")
    try put("own/spinet/soundfonts/readme.txt", in: folder)
    try put("own/spinet/soundfonts/my.sf2", in: folder)
    #expect(fonts.generalMIDIFonts.first == FilePath("\(folder.path)/own/spinet/soundfonts/my.sf2"))
  }
}
