import EngineRig
import SpinetCsound
import SystemPackage
import Testing

struct ProgramFilesTests {
  @Test func `A file is made of what it includes, and what that includes, there or not`() throws {
    let folder = try SoundFolder()
    _ = try folder.write("#include \"deep.udo\"\n; #include \"comment.udo\"", to: "part.orc")
    _ = try folder.write("", to: "deep.udo")
    let text = Player.text("#include \"part.orc\"\ninstr 1\nendin")
    let file = try folder.write(text, to: "main.csd")
    let engine = try CsdEngine(file: FilePath(file))
    #expect(
      engine.programFiles == [file, folder.path("part.orc"), folder.path("deep.udo")].map { FilePath($0) })
    _ = try folder.write(Player.text("#include \"later.orc\""), to: "main.csd")
    #expect(engine.programFiles == [file, folder.path("later.orc")].map { FilePath($0) })
  }
}
