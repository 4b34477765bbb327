import SpinetRealtime
import Testing

@testable import SpinetSampler

struct SFZTests {
  /// An instrument of a text, and of other texts by their names.
  private func read(_ text: String, _ others: [String: String] = [:]) throws(SpinetError) -> SFZInstrument {
    try SFZInstrument(file: "a.sfz") { path, from throws(SpinetError) in
      guard from != nil else { return Array(text.utf8) }
      guard let other = others[path] else {
        throw SpinetError(.fileInvalid, what: path, why: "No such file", remedy: "")
      }
      return Array(other.utf8)
    }
  }

  @Test func `Regions inherit from groups, masters and what is global`() throws {
    let sfz = try read(
      """
      <global> volume=-3 ampeg_release=2 // everywhere
      <master> tune=10
      <group> lokey=c4 hikey=72 tune=20
      <region> sample=one.wav
      <region> sample=two.wav volume=1
      <group> <region> sample=three.wav
      <master> <region> sample=four.wav
      <global> <region> sample=five.wav
      """)
    #expect(sfz.regions.map(\.sample) == ["one.wav", "two.wav", "three.wav", "four.wav", "five.wav"])
    #expect(sfz.regions.map(\.volume) == [-3, 1, -3, -3, 0])
    #expect(sfz.regions.map(\.tune) == [20, 20, 10, 0, 0])
    #expect(sfz.regions.map(\.keys) == [60...72, 60...72, 0...127, 0...127, 0...127])
    #expect(sfz.regions.map(\.release) == [2, 2, 2, 2, 0.001])
    #expect(sfz.notes == [])
  }

  @Test func `Every opcode that is read has its meaning`() throws {
    let region = try #require(
      read(
        """
        <region> sample=My piano C4.wav lovel=10 hivel=90 key=f#3 pitch_keycenter=61 pitch_keytrack=50
        seq_length=4 seq_position=2 lorand=0.25 hirand=0.5 trigger=release loop_mode=loop_sustain
        loop_start=10 loop_end=99 offset=5 end=200 transpose=-12 tune=7 volume=-6 pan=-50 amp_veltrack=80
        ampeg_attack=0.1 ampeg_hold=0.15 ampeg_decay=0.2 ampeg_sustain=40 ampeg_release=0.3 group=2 off_by=3
        sw_lokey=c1 sw_hikey=d1 sw_default=24 sw_last=25
        """
      ).regions.first)
    var wanted = SFZRegion()
    (wanted.sample, wanted.place, wanted.hold) = ("My piano C4.wav", "a.sfz:1", 0.15)
    (wanted.velocities, wanted.keys, wanted.centre, wanted.keyTracking) = (10...90, 54...54, 61, 50)
    (wanted.sequenceLength, wanted.sequencePosition, wanted.random) = (4, 2, 0.25...0.5)
    (wanted.trigger, wanted.loopMode, wanted.loopStart, wanted.loopEnd) = (.release, .sustain, 10, 99)
    (wanted.offset, wanted.end, wanted.transpose, wanted.tune) = (5, 200, -12, 7)
    (wanted.volume, wanted.pan, wanted.velocityTracking) = (-6, -0.5, 0.8)
    (wanted.attack, wanted.decay, wanted.sustain, wanted.release) = (0.1, 0.2, 0.4, 0.3)
    (wanted.group, wanted.offBy, wanted.switchKeys, wanted.switchDefault, wanted.switchLast) =
      (2, 3, 24...26, 24, 25)
    #expect(region == wanted)
  }

  @Test func `Paths have the default path before them, and either slash`() throws {
    let sfz = try read("<control> default_path=samples\\\\piano/\n<region> sample=soft\\\\a.wav\n")
    #expect(sfz.regions.first?.sample.filter { $0 == "\\" } == "")
    #expect(sfz.regions.first?.sample.hasPrefix("samples/") == true)
  }

  @Test func `What is not read is told with its line, once`() throws {
    let sfz = try read(
      """
      <region> sample=a.wav cutoff=500
      eq1_freq=100 eq2_freq=200
      <region> sample=b.wav cutoff=600 lovel=loud
      <curve> curve_index=7
      <region> sample=*sine
      """)
    #expect(
      sfz.notes == [
        "a.sfz:1: cutoff is not read", "a.sfz:2: eq1_freq is not read",
        "a.sfz:3: lovel=loud is not a valid value and is left out", "a.sfz:4: <curve> is not read",
        "a.sfz:5: sample=*sine is not played",
      ])
    #expect(sfz.regions.count == 2)
  }

  @Test func `A region that waits for a pedal or another key does not sound in the place of others`() throws {
    let sfz = try read(
      """
      <group> locc64=64
      <region> sample=down.wav
      <region> sample=up.wav locc64=0 hicc64=63
      <group> on_locc64=126 <region> sample=pedal.wav
      <group> <region> sample=switch.wav sw_down=20
      """)
    #expect(sfz.regions.map(\.sample) == ["up.wav"])
    #expect(
      sfz.notes == [
        "a.sfz:1: locc64 is not read: what needs it is not played", "a.sfz:3: locc64 is not read",
        "a.sfz:3: hicc64 is not read", "a.sfz:4: on_locc64 is not read: what needs it is not played",
        "a.sfz:5: sw_down is not read: what needs it is not played",
      ])
  }

  @Test func `A region that ends before its begin does not play`() throws {
    let sfz = try read("<region> sample=a.wav end=-1 <region> sample=b.wav end=0")
    #expect(sfz.regions.map(\.sample) == ["b.wav"])
    #expect(sfz.notes == [])
  }

  @Test func `Definitions are replaced, the longest name first, and files included`() throws {
    let sfz = try read(
      """
      #define $KEY 40
      #define $KEYS 50
      #include "more.txt"
      /* <region> sample=no.wav
      */ <region> sample=a.wav key=$KEYS volume=-$V
      """, ["more.txt": "#define $V 3\n<region> sample=b$KEY.wav\n"])
    #expect(sfz.regions.map(\.sample) == ["b40.wav", "a.wav"])
    #expect(sfz.regions.last?.keys == 50...50 && sfz.regions.last?.volume == -3)
  }

  @Test func `Definitions of definitions and files that include themselves come to an end`() {
    var doubling = "#define $A aaaaaaaaaaaaaaaa\n"
    for step in 0..<60 {
      let (name, next) = (String(repeating: "A", count: step + 1), String(repeating: "A", count: step + 2))
      doubling += "#define $\(next) $\(name)$\(name)\n"
    }
    #expect(throws: SpinetError.self) { try read(doubling + "<region> sample=a.wav\n") }
    #expect(throws: SpinetError.self) { try read("#include \"a\"", ["a": "#include \"a\"\n#include \"a\""]) }
    let long = "#define $A " + String(repeating: "a", count: 1_000) + "\n"
    let lines = String(repeating: String(repeating: "$A", count: 200) + "\n", count: 2_000)
    #expect(throws: SpinetError.self) { try read(long + lines) }
  }

  @Test func `A file without regions is refused`() {
    #expect(throws: SpinetError.self) { try read("") }
    #expect(throws: SpinetError.self) { try read("<group> sample=a.wav") }
  }

  @Test(
    arguments: [
      ("c4", 60), ("C#4", 61), ("db4", 61), ("a-1", 9), ("127", 127), ("g9", 127), ("B3", 59),
    ] as [(String, Int)]) func `Keys have names and numbers`(name: String, key: Int)
  {
    #expect(SFZRegion.key(name) == key)
  }

  @Test(arguments: ["", "h4", "c", "c44", "a9", "300", "c4x"]) func `Other words are no keys`(name: String) {
    #expect(SFZRegion.key(name) == nil)
  }

  @Test(
    arguments: [
      ("C4.wav", 60), ("piano_A#3_v2.wav", 58), ("060.wav", 60), ("Bass-E1-loud.flac", 28),
      ("x/y/Db2.wav", 37),
      ("A-1.wav", 9), ("take 3 G2.wav", 43),
    ] as [(String, Int)]) func `A sound file is named by its note`(file: String, key: Int)
  {
    #expect(NamedSamples.key(of: file) == key)
  }

  @Test func `A folder's samples share the keys, velocities and turns`() {
    let regions = NamedSamples.regions(of: ["C4_v1.wav", "C4_v2.wav", "C5a.wav", "readme.wav", "G4.wav"])
    #expect(regions.map(\.sample) == ["C4_v1.wav", "C4_v2.wav", "G4.wav"])
    #expect(regions.map(\.keys) == [0...63, 0...63, 64...127])
    #expect(regions.map(\.velocities) == [0...63, 64...127, 0...127])
    let turns = NamedSamples.regions(of: ["E2.wav", "E2 b.wav"])
    #expect(turns.map(\.sequenceLength) == [2, 2] && turns.map(\.sequencePosition) == [1, 2])
  }

  @Test func `Five thousand spoilt files are read or refused`() throws {
    let pieces = [
      "<region>", "<group>", "<", ">", "=", "sample=a.wav", "#define $A ", "$A", "\n", "key=", "c4", "-1",
      " ",
      "lokey=99999999999", "seq_length=0", "hirand=nan", "loop_end=-5", "/*", "*/", "//", "#include \"b\"",
      "\u{0}",
    ]
    var state: UInt64 = 7
    func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    for _ in 0..<5_000 {
      let text = (0..<random(40)).map { _ in pieces[random(pieces.count)] }.joined()
      do throws(SpinetError) {
        let sfz = try read(text, ["b": "<region> sample=b.wav key=$A\n"])
        for region in sfz.regions { #expect(region.sequenceLength >= 1) }
      } catch {
        #expect(!error.description.contains("\n"))
      }
    }
  }
}
