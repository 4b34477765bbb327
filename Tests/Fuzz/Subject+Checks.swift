import SpinetEngine
import SpinetFormats
import SpinetKeyboard
import SpinetMIDI
import SpinetMIDIFile
import SpinetMapping
import SpinetPanel
import SpinetRealtime
import SpinetSurface
import SpinetText
import SpinetTools
import SpinetWidgets

extension Subject {
  /// Reads one input, and uses what was read.
  func check(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    switch self {
    case .mapping: try checkMapping(bytes)
    case .learning: try checkLearning(text)
    case .keyboard: try checkKeyboard(text, file: "fuzz.yaml") { _ in Self.nothing }
    case .declaration: play(KeyboardFile(declaration: text, file: "fuzz.dsp").configuration)
    case .scale: try checkKeyboard("tuning: {scala: a, keymap: b}\n", file: "fuzz.yaml") { _ in text }
    case .patch: try complaints { () throws(SpinetError) in _ = try Patch(text: text, file: "fuzz.yaml") }
    case .song: try checkSong(bytes)
    case .stream: try checkStream(bytes)
    case .page: try checkPage(text)
    case .font: try checkFont(bytes)
    case .samples: try checkSamples(bytes)
    case .cascade: try checkCascade(bytes)
    case .picture: try checkPicture(bytes)
    case .stage: try checkStage(text)
    case .frame: try checkFrame(bytes)
    case .sensor: try checkSensor(bytes)
    case .axes: try checkAxes(bytes)
    case .touch: try checkTouch(bytes)
    case .iio: try checkIIO(text)
    case .osc: try checkOSC(bytes)
    case .packet: try checkPackets(bytes)
    case .inquiry: try checkInquiry(bytes)
    }
  }

  private static let nothing = ""

  /// Fingers, wherever a page says that they are, end every note that they begin.
  private func checkPage(_ text: String) throws {
    var layout = WidePiano.Layout(whites: 14, first: NoteName(key: 60)!)
    if case .piano(let whites, let first, let scale)? = PageMessage(text) {
      layout = WidePiano.Layout(whites: whites, first: first, scale: scale)
    }
    var piano = WidePiano(layout)
    var clock = TouchClock()
    var actions: [WidePiano.Action] = []
    if case .touches(let touches)? = PageMessage(text) {
      for touch in touches {
        _ = clock.moment(ofStamp: touch.stamp, arrival: 1000)
        switch touch.phase {
        case .down: piano.fingerDown(touch.id, x: touch.x, y: touch.y, into: &actions)
        case .move: piano.fingerMoved(touch.id, x: touch.x, y: touch.y, into: &actions)
        case .up: piano.fingerLifted(touch.id, into: &actions)
        }
      }
    }
    piano.cancelAll(into: &actions)
    let begun = actions.count { if case .play = $0 { true } else { false } }
    if begun * 2 != actions.count {
      throw Broken(description: "\(begun) notes begin, \(actions.count - begun) end")
    }
  }

  /// Runs `read`; what it throws has to be errors that have places.
  func complaints(_ read: () throws(SpinetError) -> Void) throws {
    do {
      try read()
    } catch {
      if error.diagnostics.isEmpty { throw Broken(description: "it is refused without a reason") }
      for problem in error.diagnostics where problem.location.line < 1 || problem.message.contains("\n") {
        throw Broken(description: "an error without a line, or of more than one: \(problem)")
      }
    }
  }

  private func checkMapping(_ bytes: [UInt8]) throws {
    try complaints { () throws(SpinetError) in
      let mapping = try Mapping(bytes: bytes, file: "fuzz.yaml")
      let widgets = Self.widgets(of: mapping)
      _ = mapping.check(against: widgets)
      _ = MappingTable.lines(of: mapping, widgets: widgets)
      let router = Router([mapping], widgets)
      router.portAppeared(.file, names: ["fuzz"])
      for message in Self.everyControl { _ = router.route(message, from: .file, at: 0) { _ in } }
      router.feedback { _, _ in }
    }
  }

  private func checkLearning(_ text: String) throws {
    var learnt: String?
    var old: Mapping?
    try complaints { () throws(SpinetError) in
      var dialogue = try LearnDialogue(
        adding: text, file: "fuzz.yaml", widgets: WidgetSet([Widget("new.widget")]))
      old = try Mapping(text: text, file: "fuzz.yaml")
      _ = dialogue.take(.line("new.widget"))
      let sender = LearnDialogue.Sender(name: "fuzz", names: old?.ports.map(\.description) ?? [])
      for value in [1, 60, 127] as [UInt8] {
        let message = MIDIMessage.controlChange(Channel(status: 0), controller: 1, value: value)
        _ = dialogue.take(.message(.midi1(message), from: sender, at: 0))
      }
      _ = dialogue.take(.time(10_000_000_000))
      _ = dialogue.take(.line("add"))
      learnt = dialogue.text
    }
    guard let learnt, let old else { return }
    guard let new = try? Mapping(text: learnt, file: "fuzz.yaml") else {
      throw Broken(description: "what is learnt cannot be read again: \(learnt)")
    }
    let missing = Set(old.entries.map(\.control)).subtracting(new.entries.map(\.control))
    if !missing.isEmpty { throw Broken(description: "learning loses \(missing)") }
  }

  private func checkKeyboard(
    _ text: String, file: String, reading: KeyboardFile.TextReader
  ) throws {
    try complaints { () throws(SpinetError) in
      play(try KeyboardFile(text, file: file, reading: reading).configuration)
    }
  }

  private func play(_ configuration: KeyboardConfiguration) {
    var keyboard = SmartKeyboard(configuration: configuration, voices: 8)
    var events: [VoiceEvent] = []
    for (index, message) in Self.everyControl.enumerated() {
      keyboard.play(message, from: .file, at: Double(index), into: &events)
    }
    keyboard.silenceAll(into: &events)
  }

  private func checkSong(_ bytes: [UInt8]) throws {
    guard let song = try? StandardMIDIFile(bytes: bytes) else { return }
    var last = 0.0
    for event in song.events {
      guard event.seconds >= last, event.seconds.isFinite, event.seconds <= song.duration + 1e-6 else {
        throw Broken(description: "an event at \(event.seconds) s after \(last) s of \(song.duration) s")
      }
      last = event.seconds
    }
  }

  /// As it would arrive from a cable: the parser, a router and a keyboard, and a recogniser that listens.
  private func checkStream(_ bytes: [UInt8]) throws {
    var parser = MIDIParser()
    var recognizer = ControlRecognizer()
    var keyboard = SmartKeyboard(configuration: .midi, voices: 8)
    var events: [VoiceEvent] = []
    for (index, byte) in bytes.enumerated() {
      guard let message = parser.parse(byte) else { continue }
      let whole = message.bytes
      guard MIDIMessage(bytes: whole) == message, whole.dropFirst().allSatisfy({ $0 < 0x80 }) else {
        throw Broken(description: "\(message) does not come back from its bytes \(whole)")
      }
      recognizer.take(message, at: UInt64(index) * 1_000_000)
      keyboard.play(message, from: .file, at: Double(index), into: &events)
    }
    _ = recognizer.verdict(at: .max / 2)
  }

  // MARK: What inputs are tried with

  private static func widgets(of mapping: Mapping) -> WidgetSet {
    let names = Set(mapping.entries.flatMap(\.targets).map(\.widget)).sorted()
    let kinds: [Widget.Kind] = [.slider, .toggle, .momentary, .choice(["a", "b", "c"]), .button]
    return WidgetSet(names.enumerated().map { Widget($1, kind: kinds[$0 % kinds.count]) })
  }

  static let everyControl: [MIDIMessage] = Channel.all.prefix(2).flatMap { channel in
    (0..<128 as Range<UInt8>).flatMap { number -> [MIDIMessage] in
      [
        .controlChange(channel, controller: number, value: 1),
        .controlChange(channel, controller: number, value: 127),
        .noteOn(channel, key: number, velocity: 100), .polyPressure(channel, key: number, pressure: 7),
        .noteOff(channel, key: number, velocity: 0), .programChange(channel, program: number),
        .pitchBend(channel, value: UInt16(number) << 7), .channelPressure(channel, pressure: number),
      ]
    }
  }
}
