import SpinetDevices
import SpinetEngine
import SpinetMIDI
import SpinetRealtime
import SpinetText
import SpinetWidgets
import SystemPackage
import Testing

@testable import SpinetSession

extension Response {
  /// The error of a refusal.
  var refusal: SpinetError? { if case .refused(let error) = self { error } else { nil } }
}

struct RequestTests {
  @Test(arguments: [
    (RemoteRequest(.widgets(matching: nil), .long), "widgets␟long␟"),
    (RemoteRequest(.widgets(matching: "filter.*"), .names), "widgets␟names␟filter.*"),
    (RemoteRequest(.set("osc 1.mix", to: "-0.5"), .json), "set␟osc 1.mix␟-0.5␟json"),
    (RemoteRequest(.engine(.status)), "engine␟status␟text"),
    (RemoteRequest(.osc), "osc␟text"),
    (RemoteRequest(.load("warm-pad + round-bass@..B3")), "load␟warm-pad + round-bass@..B3"),
    (RemoteRequest(.scene(nil), .json), "scene␟␟json"), (RemoteRequest(.scene("next")), "scene␟next␟text"),
    (RemoteRequest(.patch(.save("mine", replace: true), part: "pad")), "patch␟pad␟save␟mine␟replace"),
    (RemoteRequest(.patch(.save("mine", replace: false), part: nil)), "patch␟␟save␟mine␟new"),
    (
      RemoteRequest(
        .patch(
          .save("mine", replace: false, labels: PatchLabels(title: "My", family: "pad", tags: ["a", "b"])),
          part: nil)), "patch␟␟save␟mine␟new␟title=My␟family=pad␟tag=a␟tag=b"
    ),
    (RemoteRequest(.patch(.diff, part: nil), .json), "patch␟␟diff␟json"),
    (RemoteRequest(.patch(.revert, part: "pad")), "patch␟pad␟revert"),
    (RemoteRequest(.record(.start("/a b.wav", replace: true))), "record␟start␟/a b.wav␟replace"),
    (RemoteRequest(.record(.start(nil, replace: false))), "record␟start␟␟new"),
    (RemoteRequest(.record(.stop)), "record␟stop"),
    (RemoteRequest(.program(.score("i1 0 1\ni2 0 1"), part: nil)), "program␟␟score␟i1 0 1\u{1E}i2 0 1"),
    (RemoteRequest(.program(.orchestra("instr 1", name: "a"), part: "p")), "program␟p␟orchestra␟a␟instr 1"),
    (RemoteRequest(.program(.showTable(7, from: nil), part: nil)), "program␟␟show␟7␟"),
    (RemoteRequest(.program(.showTable(7, from: 65_536), part: "")), "program␟␟show␟7␟65536"),
    (
      RemoteRequest(.program(.setTable(7, from: 2, values: [1, -0.5]), part: nil)),
      "program␟␟set␟7␟2␟1.0␟-0.5"
    ),
    (RemoteRequest(.reset(nil), .json), "reset␟␟json"), (RemoteRequest(.reset("a")), "reset␟a␟text"),
    (
      RemoteRequest(.note(CommandNote(key: 60, velocity: 1, channel: Channel(status: 9), seconds: 0.5))),
      "note␟60␟1␟10␟0.5"
    ),
    (RemoteRequest(.panel(.open), .json), "panel␟json"),
    (RemoteRequest(.panel(.renew)), "panel␟text␟new-link"), (RemoteRequest(.ports), "ports"),
    (RemoteRequest(.connect("Key*")), "connect␟Key*"),
    (
      RemoteRequest(
        .output(OutputRequest(pcm: "none", framesPerSecond: 48_000, periodFrames: 64, periods: 3))),
      "output␟none␟48000␟64␟3"
    ),
  ])
  func `A request is one line, and is read from it`(request: RemoteRequest, line: String) throws {
    let line = line.replacing("␟", with: "\u{1F}")
    #expect(request.line == line)
    let read = try #require(RemoteRequest(line))
    // A part without a name is the only one.
    #expect(read.line == line && read.style == request.style)
  }

  @Test(arguments: [
    "", "dance", "widgets", "widgets␟loud␟", "set␟a␟1", "engine␟jump␟text", "load", "scene␟a", "patch␟",
    "patch␟␟burn",
    "patch␟␟save␟a", "record", "record␟pause", "program␟␟score", "program␟␟show␟x␟", "program␟␟set␟1␟-1␟5",
    "program␟␟set␟1␟0␟nan", "note␟128␟1␟1␟1", "note␟60␟0␟1␟1", "note␟60␟1␟17␟1", "note␟60␟1␟1␟3601",
    "ports␟1",
    "output␟␟48000␟64␟3", "output␟none␟48␟64␟3", "output␟none␟48000␟8␟3", "output␟none␟48000␟64␟33",
  ])
  func `Everything else is none`(line: String) {
    #expect(RemoteRequest(line.replacing("␟", with: "\u{1F}")) == nil)
  }

  @Test func `What cannot be loaded is told with every place, and each file once`() throws {
    func problem(_ file: String, _ line: Int) -> Diagnostic {
      Diagnostic(file: file, location: TextLocation(line: line, column: 5), "wrong")
    }
    let errors = SpinetError([problem("a.yaml", 2), problem("a.yaml", 3), problem("b.yaml", 1)])
    #expect(
      Response.refused(loading: errors).refusal?.problem
        == "a.yaml: 2:5: error: wrong; 3:5: error: wrong; b.yaml:1:5: error: wrong")
    let missing = SpinetError(.fileInvalid, what: "x", why: "nothing has that name", remedy: "give another")
    #expect(Response.refused(loading: missing).refusal == missing)
  }

  // MARK: Lines

  @Test(arguments: [(512, true), (1024, false)])
  func `Blocks that players feel bring a line that says how to shorten them`(frames: Int, isShort: Bool) {
    var timing = SessionStatus.Timing(
      blockMilliseconds: Double(frames) / 48, bufferMilliseconds: 40, framesPerSecond: 48_000,
      periodFrames: frames, periods: 2)
    #expect(timing.advice.isEmpty == isShort)
    timing.periodFrames = 1024
    var state = EngineState()
    (state.sound, state.about, state.advice) = (.playing, "hw:0", timing.advice)
    #expect(Response.engine(state).lines(.text).last?.contains("PIPEWIRE_QUANTUM=128/48000") == true)
    #expect(Response.engine(state).lines(.json)[0].contains("\"advice\":\"a block has 1024 frames"))
  }

  @Test func `The state of the engine is a line for people, or all of it for scripts`() {
    var state = EngineState(
      isRunning: true, sound: .playing, voices: 3, xruns: 1, latencyMilliseconds: 8.5, lateCommands: 2,
      lostReports: 4, refusedInputs: 5, longestDelayMilliseconds: 0.25, pcm: "hw:0", about: "hw:0, 48 kHz")
    #expect(Response.engine(state).lines(.text) == ["running: hw:0, 48 kHz"])
    #expect(
      Response.engine(state).lines(.json) == [
        #"{"running":true,"sound":"playing","voices":3,"xruns":1,"latency":8.5,"late":2,"lost":4,"refused":5,"behind":0.25,"pcm":"hw:0"}"#
      ])
    state.sounds = [SoundMemory(part: "piano", bytes: 12_400_000)]
    #expect(Response.engine(state).lines(.text) == ["running: hw:0, 48 kHz", "piano: 12 MB in memory"])
    #expect(
      Response.engine(state).lines(.json)[0].hasSuffix(#""sounds":[{"part":"piano","bytes":12400000}]}"#))
    state.sounds = []
    state.sound = .lost("hw:0")
    #expect(Response.engine(state).lines(.text)[0].hasPrefix("running without sound: hw:0 is lost"))
    state.sound = .stopped
    #expect(Response.engine(state).lines(.text) == ["stopped"])
  }

  @Test func `Scenes, ports and cards are written as lines`() {
    let scene = SceneState(name: "verse", isPlaying: true, program: 2, parts: ["pad", "bass"])
    #expect(Response.scenes([scene]).lines(.text) == ["▶ verse  pad, bass"])
    #expect(
      Response.scenes([scene]).lines(.json)
        == [#"{"scene":"verse","playing":true,"program":2,"parts":["pad","bass"]}"#])
    let port = PortState(
      client: "nano", name: "nano MIDI 1", address: "20:0", isHardware: true, isConnected: false,
      mapping: "m",
      reason: "r")
    let card = OutputState(
      request: OutputRequest(pcm: "none", framesPerSecond: 48_000, periodFrames: 64, periods: 3), granted: "g"
    )
    #expect(
      Response.ports([port], card).lines(.text) == [
        #"{"client":"nano","port":"nano MIDI 1","address":"20:0","hardware":true,"connected":false,"mapping":"m","because":"r"}"#,
        #"{"output":"none","rate":48000,"period":64,"periods":3,"granted":"g"}"#,
      ])
    #expect(Response.ports([port], nil).lines(.text).count == 1)
  }

  @Test func `What a program answers is written as lines`() {
    func lines(_ answer: ProgramAnswer) -> [String] { Response.program(answer).lines(.text) }
    #expect(lines(.sent) == ["sent"] && lines(.compiled("a.orc")) == ["compiled a.orc"])
    #expect(lines(.values([1, -0.5])) == ["1.0", "-0.5"])
    #expect(lines(.written(table: 7, count: 2, length: 8)) == ["table 7: 2 of 8 values written"])
  }

  @Test func `Files, notes and the panel are written as a line`() {
    #expect(Response.recording("/a.wav").lines(.text) == ["recording /a.wav"])
    #expect(
      Response.recorded(["/a.wav", "/b.wav"], seconds: 1.26).lines(.text) == [
        "recorded /a.wav, /b.wav, 1.3 s"
      ])
    #expect(Response.saved("/a.yaml").lines(.text) == ["saved /a.yaml"])
    #expect(Response.playing("pad").lines(.text) == ["playing pad"])
    #expect(Response.note(61).lines(.text) == ["C#4"])
    #expect(Response.panel("http://x").lines(.text) == ["http://x"])
  }

  @Test func `What was changed is written with both values, and what is back with one`() {
    let widget = Widget("filter.cutoff", range: 20...20_000, unit: "Hz")
    let changes = [WidgetChange(widget: widget, before: 1000, now: 2500)]
    #expect(Response.changes(changes).lines(.text) == ["filter.cutoff  1 kHz  →  2.5 kHz"])
    #expect(
      Response.changes(changes).lines(.json)
        == [#"{"widget":"filter.cutoff","loaded":1000,"value":2500,"text":"2.5 kHz"}"#])
    #expect(Response.reverted(changes).lines(.text) == ["filter.cutoff  1 kHz"])
    #expect(Response.changes([]).lines(.text) == ["nothing was changed"])
    #expect(Response.changes([]).lines(.json) == [])
    #expect(Response.reverted([]).lines(.text) == ["nothing was changed"])
  }
}
