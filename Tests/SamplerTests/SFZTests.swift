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
    #expect(sfz.regions.map { $0[.volume] } == [-3, 1, -3, -3, 0])
    #expect(sfz.regions.map { $0[.tune] } == [20, 20, 10, 0, 0])
    #expect(sfz.regions.map(\.keys) == [60...72, 60...72, 0...127, 0...127, 0...127])
    #expect(sfz.regions.map { $0[.ampRelease] } == [2, 2, 2, 2, 0.001])
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
    (wanted.sample, wanted.place) = ("My piano C4.wav", "a.sfz:1")
    (wanted.velocities, wanted.keys, wanted.centre) = (10...90, 54...54, 61)
    (wanted.sequenceLength, wanted.sequencePosition, wanted.random) = (4, 2, 0.25...0.5)
    (wanted.trigger, wanted.loopMode, wanted.loopStart, wanted.loopEnd) = (.release, .sustain, 10, 99)
    wanted.end = 200
    (wanted.group, wanted.offBy, wanted.switchKeys, wanted.switchDefault, wanted.switchLast) =
      (2, 3, 24...26, 24, 25...25)
    for (parameter, value) in [
      (.pitchKeyTracking, 50), (.offset, 5), (.transpose, -12), (.tune, 7), (.volume, -6), (.pan, -50),
      (.velocityTracking, 80), (.ampAttack, 0.1), (.ampHold, 0.15), (.ampDecay, 0.2), (.ampSustain, 40),
      (.ampRelease, 0.3),
    ] as [(SFZParameter, Double)] {
      wanted[parameter] = value
    }
    #expect(region == wanted)
  }

  @Test func `Paths have the default path before them, and either slash`() throws {
    let sfz = try read("<control> default_path=samples\\\\piano/\n<region> sample=soft\\\\a.wav\n")
    #expect(sfz.regions.first?.sample.filter { $0 == "\\" } == "")
    #expect(sfz.regions.first?.sample.hasPrefix("samples/") == true)
  }

  @Test func `What is not read is told with its line, once, and counted`() throws {
    let sfz = try read(
      """
      <region> sample=a.wav delay_beats=500
      egq1_freq=100 egq2_freq=200
      <region> sample=b.wav delay_beats=600 volume=loud
      <effect> type=lofi
      <region> sample=*organ
      """)
    #expect(
      sfz.notes == [
        "a.sfz:1: delay_beats is not read (2 times)", "a.sfz:2: egq1_freq is not read (2 times)",
        "a.sfz:3: volume=loud is not a valid value and is left out", "a.sfz:4: <effect> is not read",
        "a.sfz:5: sample=*organ is not played",
      ])
    #expect(sfz.regions.count == 2)
  }

  @Test(arguments: [
    "key=h4", "lovel=loud", "trigger=foo", "sw_last=xyz", "lokey=nowhere", "locc20=high", "hirand=x",
    "sw_down=q",
    "lotimer=1", "locc600=1", "locc139=1", "trigger=",
  ])
  func `A condition that is not understood closes its region, and never opens it`(opcode: String) throws {
    let sfz = try read("<region> sample=no.wav \(opcode)\n<region> sample=yes.wav")
    #expect(sfz.regions.map(\.sample) == ["yes.wav"])
    #expect(sfz.notes == ["a.sfz:1: \(opcode) is not understood: what needs it is not played"])
    // A later value that is understood opens it again.
    let name = opcode.prefix { $0 != "=" }
    guard !["lotimer", "locc600", "locc139"].contains(name) else { return }
    let value = name == "trigger" ? "attack" : name == "hirand" ? "1" : "20"
    #expect(try read("<group> \(opcode) <region> sample=yes.wav \(name)=\(value)").regions.count == 1)
  }

  @Test func `A key of −1 is played by no key`() throws {
    let sfz = try read(
      "<region> sample=a.wav key=-1 on_locc20=64 on_hicc20=127 <region> sample=b.wav hikey=-1")
    #expect(sfz.regions.map(\.keys) == [-1 ... -1, -1 ... -1])
    #expect(sfz.regions[0].starts == [20: 64...127] && sfz.regions[0].centre == 60)
  }

  @Test func `The hierarchy counts where a header stands, not in which order its opcodes come`() throws {
    let sfz = try read(
      """
      <global> tune=1200 ampeg_release=2
      <region> sample=one.wav
      <master> volume=-6
      <region> sample=two.wav
      <group> lokey=36 hikey=40 volume=-3
      <region> sample=three.wav key=50
      <control> note_offset=12 octave_offset=-1
      <region> sample=four.wav
      <global> <region> sample=five.wav
      """)
    #expect(sfz.regions.map { $0[.tune] } == [1_200, 1_200, 1_200, 1_200, 0])
    #expect(sfz.regions.map { $0[.volume] } == [0, -6, -3, -3, 0])
    #expect(sfz.regions.map(\.keys) == [0...127, 0...127, 50...50, 36...40, 0...127])
    #expect(sfz.regions.map(\.centre) == [60, 60, 50, 60, 60])
    #expect(sfz.notes == [])
  }

  @Test func `Offsets of the control header move every key`() throws {
    let sfz = try read(
      "<control> note_offset=2 octave_offset=1 default_path=a\\b/\n<region> sample=c.wav key=c4 sw_last=d2")
    #expect(sfz.regions[0].keys == 74...74 && sfz.regions[0].centre == 74)
    #expect(sfz.regions[0].switchLast == 52...52)
    #expect(sfz.regions[0].sample == "a/b/c.wav")
  }

  @Test func `Directives stand anywhere in a line`() throws {
    let sfz = try read(
      """
      #define $K 60
      <region> #define $S a.wav
      key=$K #include "in\\line.inc" volume=-3
      #define $V 10 #define $VEL 100 <region> sample=$S amp_velcurve_$VEL=0.5 lovel=$V5 #define $EMPTY
      """, ["in/line.inc": "sample=$S"])
    #expect(sfz.regions.map(\.sample) == ["a.wav", "a.wav"])
    #expect(sfz.regions[0].keys == 60...60 && sfz.regions[0][.volume] == -3)
    #expect(sfz.regions[1].velocityCurve == [100: 0.5] && sfz.regions[1].velocities == 105...127)
    #expect(sfz.notes == [])
  }

  @Test func `A byte order mark and the line ends of old Macs are read`() throws {
    #expect(try read("\u{FEFF}<region> sample=a.wav // one\r<region> sample=b.wav").regions.count == 2)
  }

  @Test func `Controllers have their labels, their values and numbers for equal labels`() throws {
    let sfz = try read(
      """
      <control> label_cc20=Room / Hall label_cc21=Mic label_cc22=Mic set_cc20=127 set_hdcc21=0.5
      <region> sample=a.wav locc30=64 amplitude_oncc22=100 xfin_locc23=1
      """)
    #expect(
      sfz.controllers.used == [
        .init(number: 20, name: "Room - Hall", start: 127), .init(number: 21, name: "Mic 21", start: 63.5),
        .init(number: 22, name: "Mic 22", start: 0), .init(number: 23, name: "cc23", start: 0),
        .init(number: 30, name: "cc30", start: 0),
      ])
  }

  @Test func `Opcodes of controllers, LFOs and envelopes are numbers and what moves them`() throws {
    let region = try #require(
      read(
        """
        <region> sample=a.wav cutoff=500 cutoff_oncc74=1200 cutoff_curvecc74=2 cutoff_smoothcc74=50
        ampeg_releasecc72=2 tune_cc1=30 lfo1_freq=5 lfo01_pitch_oncc1=20 lfo1_wave=3 lfo1_wave2=1 lfo1_ratio2=2
        pitchlfo_depthcc1=50 fileg_depth=2400 fileg_vel2depth=100 ampeg_vel2attack=0.1 eg1_time2=0.5 eg1_level2=1
        eg1_pitch=100 lfo2_freq_lfo1_oncc5=3 eq2_gain_oncc9=6
        """
      ).regions.first)
    func moved(_ value: SFZValue, _ controller: Int) -> SFZModulation? {
      region.modulations[value]?[controller]
    }
    #expect(region[.cutoff] == 500)
    #expect(moved(.parameter(.cutoff), 74) == SFZModulation(depth: 1_200, curve: 2, smoothing: 50))
    #expect(moved(.parameter(.ampRelease), 72)?.depth == 2 && moved(.parameter(.tune), 1)?.depth == 30)
    #expect(region[.lfo(1, .freq)] == 5)
    #expect(moved(.route(.lfo(1), to: .parameter(.tune)), 1)?.depth == 20)
    #expect(region.lfos == [1: [1: LFOWave(shape: 3), 2: LFOWave(shape: 1, ratio: 2)]])
    #expect(moved(.route(.pitchLFO, to: .parameter(.tune)), 1)?.depth == 50)
    #expect(region[.route(.filterEnvelope, to: .parameter(.cutoff))] == 2_400)
    #expect(region[.route(.velocity, to: .route(.filterEnvelope, to: .parameter(.cutoff)))] == 100)
    #expect(region[.route(.velocity, to: .parameter(.ampAttack))] == 0.1)
    #expect(region.envelopes == [1: FlexibleEnvelope(points: [2: .init(time: 0.5, level: 1, shape: 0)])])
    #expect(moved(.route(.lfo(1), to: .lfo(2, .freq)), 5)?.depth == 3)
    #expect(moved(.parameter(.eq2Gain), 9)?.depth == 6)
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
    #expect(sfz.regions.last?.keys == 50...50 && sfz.regions.last?[.volume] == -3)
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

  @Test func `A type of a filter that is not known is told by its value`() throws {
    let notes = try read("<region> sample=a.wav fil_type=foo").notes
    #expect(notes == ["a.sfz:1: fil_type=foo is not a valid value and is left out"])
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
      ("A-1.wav", 9), ("take 3 G2.wav", 43), ("D#4v16.wav", 63), ("A0v1.wav", 21),
    ] as [(String, Int)]) func `A sound file is named by its note`(file: String, key: Int)
  {
    #expect(NamedSamples.key(of: file) == key)
  }

  @Test func `A folder's samples share the keys, velocities and turns`() {
    let regions = NamedSamples.regions(of: ["C4_v1.wav", "C4_v2.wav", "C5a.wav", "readme.wav", "G4.wav"])
    #expect(regions.map(\.sample) == ["C4_v1.wav", "C4_v2.wav", "G4.wav"])
    #expect(regions.map(\.keys) == [0...63, 0...63, 64...127])
    #expect(regions.map(\.velocities) == [0...63, 64...127, 0...127])
    #expect(NamedSamples.regions(of: ["C4v1.wav", "C4V2.wav"]).map(\.velocities) == [0...63, 64...127])
    let turns = NamedSamples.regions(of: ["E2.wav", "E2 b.wav"])
    #expect(turns.map(\.sequenceLength) == [2, 2] && turns.map(\.sequencePosition) == [1, 2])
  }

  @Test func `Five thousand spoilt files are read or refused`() throws {
    let pieces = [
      "<region>", "<group>", "<", ">", "=", "sample=a.wav", "#define $A ", "$A", "\n", "key=", "c4", "-1",
      " ",
      "lokey=99999999999", "seq_length=0", "hirand=nan", "loop_end=-5", "/*", "*/", "//", "#include \"b\"",
      "\u{0}", "<curve>", "curve_index=7", "v63=1", "<control>", "set_cc1=64", " cutoff_oncc1=1",
      " lfo1_pitch=9",
      " #include \"b\" ", "note_offset=99", " xfin_locc1=9",
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
