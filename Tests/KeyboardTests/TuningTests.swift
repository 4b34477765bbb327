import SpinetEngine
import SpinetFormats
import SpinetKeyboard
import SpinetRealtime
import SpinetText
import SpinetTools
import Testing

struct TuningTests {
  private let fifths = """
    ! pythagorean.scl
    !
    Five notes of pure fifths
     5
    !
     9/8! a tone
     32/27 third
     3/2
     1000.0
     2
    """

  @Test func `A Scala scale lies on the keys from middle C, tuned by A4`() throws {
    let scale = try TuningScale(scala: fifths, file: "f.scl")
    #expect(scale.cents.count == 5)
    let tuning = Tuning.scala(scale, on: .linear(a4: 440))
    #expect(isNear(tuning.hertz(69), 440))
    #expect(isNear(tuning.hertz(65) / tuning.hertz(60), 2))
    #expect(isNear(tuning.hertz(63) / tuning.hertz(60), 1.5))
    #expect(isNear(tuning.hertz(58) / tuning.hertz(60), 0.75))
    #expect(isNear(tuning.ratio(of: 60.5, to: 60), (9.0 / 8).squareRoot()))
  }

  @Test func `A keyboard map places, tunes and silences`() throws {
    let map = try TuningKeyMap(scala: "! map\n3\n0\n127\n60\n60\n300.0\n5\n0\nx\n3\n", file: "m.kbm")
    let tuning = Tuning.scala(try TuningScale(scala: fifths, file: "f.scl"), on: map)
    #expect(isNear(tuning.hertz(60), 300))
    #expect(isNear(tuning.hertz(62), 450))
    #expect(isNear(tuning.hertz(63), 600))
    #expect(!tuning.sounds(61) && tuning.sounds(62))
    var configuration = KeyboardConfiguration.midi
    configuration.tuning = tuning
    var rig = KeyboardRig(configuration)
    #expect(rig.play(0x90, 61, 100).isEmpty)
    #expect(rig.play(0x90, 60, 100).starts == [0])
  }

  @Test func `A finger is silent on a key without a note, and sounds when it leaves it`() throws {
    var configuration = KeyboardConfiguration.seed
    let map = try TuningKeyMap(scala: "3\n0\n127\n60\n60\n300.0\n5\n0\nx\n3\n", file: "m.kbm")
    configuration.tuning = .scala(try TuningScale(scala: fifths, file: "f.scl"), on: map)
    var rig = KeyboardRig(configuration)
    let key = 1024.0 / 13
    #expect(rig.down(0, 1.5 * key, 200).isEmpty)
    #expect(isNear(rig.move(0, 2.5 * key, 200).values(.freq).last, 450))
    #expect(rig.move(0, 1.5 * key, 200).releases == [0])
    #expect(isNear(rig.move(0, 0.5 * key, 200).values(.freq).last, 300))
    #expect(rig.up(0, 0.5 * key, 200).releases == [0])
    #expect(KeyboardTable(configuration).lines[16].contains("silent"))
    #expect(!KeyboardTable(configuration).jsonLines[14].contains("hertz"))
  }

  @Test(arguments: ["", "x", "x\n0", "x\n2\n9/8", "x\n1\n0/1", "x\n1\nzwei", "x\n99999\n2", "x\n1\n1/0"])
  func `Broken scales are refused with a place`(text: String) {
    let errors = #expect(throws: SpinetError.self) { try TuningScale(scala: text, file: "b.scl") }
    #expect(errors?.diagnostics.isEmpty == false)
  }

  @Test(arguments: ["", "3\n0\n127\n60\n69\n0\n12", "1\n9\n3", "1\n0\n127\n60\n69\n440\n12\nq"])
  func `Broken keyboard maps are refused with a place`(text: String) {
    let errors = #expect(throws: SpinetError.self) { try TuningKeyMap(scala: text, file: "b.kbm") }
    #expect(errors?.diagnostics.isEmpty == false)
  }

  @Test func `A silent reference key has no frequency, and is told with its line`() {
    let text = "! map\n3\n0\n127\n60\n61\n300.0\n5\n0\nx\n3\n"
    let errors = #expect(throws: SpinetError.self) { try TuningKeyMap(scala: text, file: "b.kbm") }
    #expect(errors?.diagnostics.map(\.location.line) == [6])
  }

  @Test func `A byte order mark is not a part of a scale`() throws {
    #expect(try TuningScale(scala: "\u{FEFF}! a.scl\nname\n1\n2/1\n", file: "a.scl").name == "name")
    #expect(
      try TuningKeyMap(scala: "\u{FEFF}0\n0\n127\n60\n69\n440.0\n0\n", file: "a.kbm").referenceHertz == 440)
  }

  @Test func `Every error of a tuning's files is told at once, with its file`() {
    let errors = #expect(throws: SpinetError.self) {
      try KeyboardFile(
        "bend: 500\ntuning: {scala: t.scl, keymap: t.kbm}\n", file: "folder/k.yaml"
      ) { $0 == "t.scl" ? "x\n2\nzwei\ndrei\n" : "1\n9\n3\n200\n69\n440\n12\nq\n" }
    }
    let places = errors?.diagnostics.map { "\($0.file):\($0.location.line)" }
    #expect(
      places == [
        "folder/k.yaml:1", "folder/t.scl:3", "folder/t.scl:4", "folder/t.kbm:3", "folder/t.kbm:4",
        "folder/t.kbm:8",
      ])
  }

  @Test func `A wrong A4 hides no error of a scale`() {
    let errors = #expect(throws: SpinetError.self) {
      try KeyboardFile("tuning: {a4: 0, scala: t.scl}\n", file: "k.yaml") { _ in "x\n1\nzwei\n" }
    }
    #expect(errors?.diagnostics.map(\.file) == ["k.yaml", "t.scl"])
  }

  @Test func `A scale that cannot be read tells why`() {
    let errors = #expect(throws: SpinetError.self) {
      try KeyboardFile("tuning: {scala: t.scl}\n", file: "folder/k.yaml") { _ throws(ReadingProblem) in
        throw ReadingProblem("Is a directory")
      }
    }
    #expect(
      errors?.description == "folder/k.yaml:1:17: error: “t.scl” cannot be read (Is a directory), "
        + "expected a Scala file at folder/t.scl")
  }

  @Test func `Keys beyond a keyboard map are silent, however far`() throws {
    let tuning = Tuning.scala(try TuningScale(scala: fifths, file: "f.scl"), on: .linear(a4: 440))
    #expect([-100, -1, 128, 192, 193, 382].allSatisfy { !tuning.sounds($0) })
    #expect(tuning.sounds(0) && tuning.sounds(127))
  }

  @Test(arguments: [
    #"mpe: "\eX""#, #"out: "\eX""#, #"tuning: {scala: "\eX"}"#, #"tuning: {keymap: k, scala: s}"#,
    #"maxFingers: "\eX""#, "\"\\eX\": 1\nnKeyb: 0", "interface: \"{'\\eX', a}\"\nnKeyb: 0",
  ])
  func `What a file says reaches the terminal as text alone`(text: String) {
    let errors = #expect(throws: SpinetError.self) {
      try KeyboardFile(text + "\n", file: "k.yaml") { name throws(ReadingProblem) in
        if name.contains("\u{1B}") { throw ReadingProblem("it is away") }
        return name == "s" ? "x\n1\n\u{1B}X\n" : "1\n0\n127\n60\n69\n440\n12\n\u{1B}X\n"
      }
    }
    #expect(errors?.description.contains("\u{1B}") == false)
  }

  @Test(arguments: ["x\n1\n1e308.", "x\n1\n120000000.0", "x\n2\n-9e99.0\n9e99.0", "x\n1\n1e300"])
  func `Scales beyond all hearing stay finite`(text: String) throws {
    guard let scale = try? TuningScale(scala: text, file: "x.scl") else { return }
    var configuration = KeyboardConfiguration.midi
    configuration.tuning = .scala(scale, on: .linear(a4: 440))
    #expect((0..<128).allSatisfy { configuration.tuning.hertz(Double($0)).isFinite })
    #expect(KeyboardTable(configuration).lines.count == 129)
    configuration.tuning = .standard
    configuration.rows[0].scale = ScaleMap(intervals: [128])!
    #expect(KeyboardTable(configuration).lines.count == 129)
  }
}
