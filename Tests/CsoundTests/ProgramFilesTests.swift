#if Csound
  import SpinetCsound
  import Testing

  struct ProgramFilesTests {
    @Test func `A file is made of what it includes, and what that includes, there or not`() throws {
      let stage = try Stage()
      _ = try stage.write("#include \"deep.udo\"\n; #include \"comment.udo\"", to: "part.orc")
      _ = try stage.write("", to: "deep.udo")
      let text = Player.text("#include \"part.orc\"\ninstr 1\nendin")
      let file = try stage.write(text, to: "main.csd")
      let engine = try CsdEngine(file: file)
      #expect(engine.programFiles == [file, stage.path("part.orc"), stage.path("deep.udo")])
      _ = try stage.write(Player.text("#include \"later.orc\""), to: "main.csd")
      #expect(engine.programFiles == [file, stage.path("later.orc")])
    }

    @Test(arguments: [
      ("chn_k \"level\", 1, 2, 0.5, 0, 1", [String]()),
      ("chn_k \"level\", 1, 2, 0.5, 0, 10", ["changes of level take effect when it is started again"]),
      ("chn_k \"level\", 1, 3, 0.5, 0.1, 1", ["changes of level take effect when it is started again"]),
      ("chn_k \"level\", 1, 2, 0.5, 0, 1\nchn_k \"more\", 1", ["more can be moved when it is started again"]),
    ])
    func `What a new text says otherwise of its channels is told`(declarations: String, notes: [String])
      throws
    {
      let stage = try Stage()
      let first = Player.text("chn_k \"level\", 1, 2, 0.5, 0, 1\ninstr 1\nendin")
      let file = try stage.write(first, to: "main.csd")
      let engine = try CsdEngine(file: file)
      _ = try stage.write(Player.text("\(declarations)\ninstr 1\nendin"), to: "main.csd")
      #expect(try engine.recompile() == notes.map { "\(file): \($0)" })
    }
  }
#endif
