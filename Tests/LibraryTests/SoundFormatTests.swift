import SystemPackage
import Testing

@testable import SpinetLibrary

/// Which files are instruments.
struct SoundFormatTests {
  @Test(arguments: [
    ("piano.sfz", "sfz"), ("a.b.WAV", "wav"), ("loop.aif", "aif"), ("f.flac", "flac"), ("gm.SF2", "sf2"),
    ("voice.sf3", "sf3"), ("tone.csd", "csd"), ("bell.dsp", "dsp"), (".dsp", "dsp"),
  ])
  func `A file is known by its ending`(name: String, ending: String) {
    #expect(SoundFormat(of: FilePath(name))?.endings.contains(ending) == true)
  }

  @Test(arguments: ["warm-pad", "stage.yaml", "song.mid", "dsp", "a.csd.bak", "", "."])
  func `Anything else is no instrument by its name alone`(name: String) {
    #expect(SoundFormat(of: FilePath(name)) == nil)
  }

  @Test func `No ending has two formats`() {
    let endings = SoundFormat.all.flatMap(\.endings)
    #expect(Set(endings).count == endings.count)
  }

  @Test func `Programs are those of Csound and of Faust`() {
    #expect(Set(SoundFormat.all.filter(\.isProgram).flatMap(\.endings)) == ["csd", "dsp"])
  }
}
