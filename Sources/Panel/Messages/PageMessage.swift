import SpinetMIDI
import SpinetText

/// A message of a page: a JSON object with one key. The module's article lists them.
package enum PageMessage: Hashable, Sendable {
  /// `{"ping": stamp}`: answered with `pong`. The clock learns from the stamp.
  case ping(stamp: Double)
  /// `{"touch": [[surface, id, phase, x, y, stamp, pressure], …]}`
  case touches([PageTouch])
  /// `{"note": [key, velocity]}`; velocity 0 ends it. A third entry is the part that plays it.
  case note(key: UInt8, velocity: UInt8, part: String? = nil)
  /// `{"set": [name, value]}`
  case set(String, Double)
  /// `{"at": [name, position]}`, and 1 behind them for what springs back
  case position(String, Double, springs: Bool = false)
  /// `{"text": [name, text]}`
  case text(String, String)
  /// `{"reset": name}`
  case reset(String)
  /// `{"press": name}`
  case press(String)
  /// `{"motion": [[x, y, z], [x, y, z], [roll, pitch, yaw]]}` in g, rad/s and rad; null for what is not measured.
  case motion([[Double]?])
  /// `{"lift": 1}`: every finger of this page is up.
  case lift
  /// `{"octave": n}`, `{"policy": "every"}`, for the piano of one octave.
  case octave(Int)
  case policy(String)
  /// `{"part": name}`: the part that the notes and the pianos of this page play; empty for all parts that listen.
  case part(String)
  /// `{"piano": [whites, first, [intervals…]]}`, for the software piano.
  case piano(whites: Int, first: NoteName, scale: [Int]?)
  /// `{"delay": milliseconds}`; null for the measured one.
  case delay(Double?)
  /// `{"learn": {…}}`: learning by touch.
  case lesson(LessonMessage)
  case sound(SoundMessage)
  case own(OwnFileMessage)
  /// `{"wave": [name, from, to, columns]}`: asks for a part of the wave beside widgets.
  case wave(WaveQuestion)
  /// `{"look": 1}`, `{"look": 0}`: begins and ends the stream of the output.
  case look(Bool)
  /// `{"face": 1}`, `{"face": 0}`: begins and ends the stream of the face that plays.
  case face(Bool)
  /// `{"camera": 0}`: the page's camera is off.
  case cameraOff
  /// `{"map": 1}`: asks for the active mappings.
  case map
  /// `{"mapfile": name}`: asks for the text of a mapping file.
  case mappingFile(String)
  /// `{"outputs": 1}`: asks for the sound cards.
  case outputs
  /// `{"patches": 1}`: asks for the sounds that can be loaded by name.
  case patches
  /// `{"takes": 1}`: asks for the takes of the journal.
  case takes
  /// `{"take": number}`: asks for one as a MIDI file.
  case take(Int)
  /// `{"roll": number}`: asks for the notes of one.
  case roll(Int)
  /// `{"replay": number}`: plays one again; null ends it.
  case replay(Int?)
  /// `{"ask": [number, word, …]}`: a request as a command sends it.
  case ask(Int, [String])

  /// Nil for an unknown message.
  package init?(_ text: String) {
    guard case .object(let members)? = JSONValue(text), members.count == 1,
      let message = PageMessage(members[0].name, members[0].value)
    else { return nil }
    self = message
  }

  /// What is wrong with a message, in words that a person can read. It says nothing of what is in the message.
  static func refusal(of text: String) -> String {
    guard case .object(let members)? = JSONValue(text), let name = members.first?.name else {
      return "the page sent something that is not a message; reload it"
    }
    return "the page sent a message '\(name.shortened)' that this instrument cannot read; reload the page"
  }

  private init?(_ key: String, _ value: JSONValue) {
    switch key {
    case "ping": self.init(value.number.map(PageMessage.ping))
    case "touch": self.init(Self.touches(value))
    case "note": self.init(Self.note(value))
    case "lift": self = .lift
    case "motion": self.init(Self.motion(value))
    case "map": self = .map
    case "mapfile": self.init(value.text.map(PageMessage.mappingFile))
    case "look": self.init(value.number.map { .look($0 != 0) })
    case "face": self.init(value.number.map { .face($0 != 0) })
    case "camera": self.init(value == .number(0) ? .cameraOff : nil)
    case "wave": self.init(WaveQuestion(value).map(PageMessage.wave))
    case "outputs": self = .outputs
    case "patches": self = .patches
    case "takes": self = .takes
    case "take": self.init(value.integer.map(PageMessage.take))
    case "octave": self.init(value.integer.map(PageMessage.octave))
    case "policy": self.init(value.text.map(PageMessage.policy))
    case "part": self.init(value.text.map(PageMessage.part))
    case "piano": self.init(Self.piano(value))
    case "delay": self.init(value == .null ? .delay(nil) : value.number.map(PageMessage.delay))
    case "ask": self.init(Self.ask(value))
    case "learn":
      self.init(LessonMessage(value).map(PageMessage.lesson))
    case "roll": self.init(value.integer.map(PageMessage.roll))
    case "replay": self.init(value == .null ? .replay(nil) : value.integer.map(PageMessage.replay))
    default: self.init(Self.other(key, value))
    }
  }

  private init?(_ message: PageMessage?) {
    guard let message else { return nil }
    self = message
  }

  private static func other(_ key: String, _ value: JSONValue) -> PageMessage? {
    SoundMessage(key, value).map(PageMessage.sound) ?? OwnFileMessage(key, value).map(PageMessage.own)
      ?? widget(key, value)
  }

  private static func widget(_ key: String, _ value: JSONValue) -> PageMessage? {
    if let name = value.text { return key == "reset" ? .reset(name) : key == "press" ? .press(name) : nil }
    guard let pair = value.list, let name = pair.first?.text else { return nil }
    if key == "at", pair.count == 3, pair[2] == .number(1), case .number(let number) = pair[1] {
      return .position(name, number, springs: true)
    }
    guard pair.count == 2 else { return nil }
    switch (key, pair[1]) {
    case ("set", .number(let number)): return .set(name, number)
    case ("at", .number(let number)): return .position(name, number)
    case ("text", .text(let text)): return .text(name, text)
    default: return nil
    }
  }

  private static func touches(_ value: JSONValue) -> PageMessage? {
    guard let list = value.list, list.count <= 1024 else { return nil }
    let touches = list.compactMap(PageTouch.init)
    return touches.count == list.count ? .touches(touches) : nil
  }

  private static func note(_ value: JSONValue) -> PageMessage? {
    guard let entries = value.list, (2...3).contains(entries.count), let key = entries[0].integer,
      let velocity = entries[1].integer, (0...127).contains(key), (0...127).contains(velocity)
    else { return nil }
    let part = entries.count > 2 ? entries[2].text : nil
    guard entries.count == 2 || part != nil else { return nil }
    return .note(key: UInt8(key), velocity: UInt8(velocity), part: part)
  }

  private static func motion(_ value: JSONValue) -> PageMessage? {
    guard let groups = value.list, groups.count == 3 else { return nil }
    let readings = groups.map { $0.list?.compactMap(\.number) }
    guard zip(groups, readings).allSatisfy({ $0 == .null || $1?.count == 3 }) else { return nil }
    return .motion(readings)
  }

  private static func piano(_ value: JSONValue) -> PageMessage? {
    guard let parts = value.list, parts.count >= 2, let whites = parts[0].integer,
      let first = parts[1].text.flatMap(NoteName.init(_:))
    else { return nil }
    let scale = parts.count > 2 ? parts[2].list?.compactMap(\.integer) : nil
    return .piano(whites: whites, first: first, scale: scale)
  }

  private static func ask(_ value: JSONValue) -> PageMessage? {
    guard let parts = value.list, let number = parts.first?.integer else { return nil }
    let words = parts.dropFirst().compactMap(\.text)
    return words.count == parts.count - 1 && !words.isEmpty ? .ask(number, words) : nil
  }
}

/// A finger on one of the page's surfaces.
package struct PageTouch: Hashable, Sendable {
  package enum Surface: String, Sendable {
    case keyboard, piano, bars, wave
    case software = "software-piano"
  }

  package let surface: Surface
  /// The part whose keyboard it is, empty for the only one; the name of the row of bars or the recording.
  package let part: String
  package let id: Int
  package let phase: FingerPhase
  /// In fractions of the surface, −1 to 2: at most one surface beyond its edges.
  package let x: Double
  package let y: Double
  /// The page's time in milliseconds.
  package let stamp: Double
  package let pressure: Double?

  init?(_ value: JSONValue) {
    guard let parts = value.list, (6...7).contains(parts.count), let surface = parts[0].text,
      let id = parts[1].integer, let phase = parts[2].text.flatMap(FingerPhase.init(named:)),
      let x = parts[3].number,
      let y = parts[4].number, let stamp = parts[5].number
    else { return nil }
    let words = surface.split(separator: "/", maxSplits: 1)
    guard let kind = words.first.flatMap({ Surface(rawValue: String($0)) }) else { return nil }
    self.surface = kind
    part = words.count > 1 ? String(words[1]) : ""
    (self.id, self.phase, self.stamp) = (id, phase, stamp)
    (self.x, self.y) = (min(max(x, -1), 2), min(max(y, -1), 2))
    pressure = parts.count > 6 ? parts[6].number : nil
  }
}
