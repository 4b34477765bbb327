import SpinetFormats
import SpinetKeyboard
import SpinetMapping
import SpinetRealtime
import SpinetStage
import Testing

/// A message quotes what a file says. Whatever that is, the message stays one line and sends no commands to a terminal.
@Suite struct MessageLineTests {
  enum Format: CaseIterable {
    case mapping, patch, keyboard, stage, page, setList, marks

    /// Something of each kind that the format knows.
    var text: String {
      switch self {
      case .mapping:
        "{ports: [a], title: b, octave: 1, map: {cc 1: w, note C4: {widget: w, range: [0, 1], curve: lin, mode: "
          + "toggle, every: 2, rest: 0.1, smooth: 0.2, lamp: [0, 127], when: x, latching: true}, "
          + "cc 2: [{widget: v, curve: [[0, 0], [1, 1]]}]}, lamps: {a: 1}, sysex: b}"
      case .patch:
        "{name: a, family: keys, program: 1, tags: [b], by: c, filter: {cutoff: 700, type: low}, amp: {attack: 0.1}, "
          + "keys: {velocity: soft, bend: 2}, hints: {filter.cutoff: {range: [1, 2], about: d}}}"
      case .keyboard:
        "{Number of Keyboards: 1, Keyboard 0 - Lowest Key: 2, velocity: [[0, 20], [127, 127]], bend: 2, strikes: once, "
          + "restrike: ring, transpose: 1, tuning: {a4: 442, scala: a.scl, keymap: b.kbm}, mpe: {lower: {members: 7, "
          + "keyboard: 0}}, out: {midi: 3}, chord: [0, 4], scale: {root: C, steps: [0, 2]}, "
          + "arp: {mode: up, rate: 1/8, gate: 50, octaves: 2, swing: 10, steps: [x]}, interface: c}"
      case .stage:
        "{name: a, keys: b, parts: {low: b, high: {sound: c, level: -6, pan: 0, keys: C2..B3, velocities: 1..63, "
          + "channels: 1..4, ports: [d], transpose: 12, pedals: true}}, scenes: {one: [low], two: {parts: [low], "
          + "set: {w: 1}}}, map: {cc 1: w}, effects: {reverb: {mix: 0.1}}}"
      case .page:
        "{name: a, wide: [{kind: knob, widget: b, at: [0, 0], size: [2, 2], label: c, colour: 1, scenes: [d]}, "
          + "{kind: pad, widgets: [b, c], at: [2, 2], size: [4, 4]}], tall: [{kind: keys, at: [0, 0], size: [6, 1]}]}"
      case .setList: "{songs: [{stage: a, scene: b, tempo: 90, song: c.mid, note: d}, e]}"
      case .marks: "{sounds: [a], widgets: {b: [c]}, pins: [d, e], recent: [f]}"
      }
    }

    func read(_ text: String) throws(SpinetError) {
      let bytes = Array(text.utf8)
      switch self {
      case .mapping: _ = try Mapping(text: text, file: "f")
      case .patch: _ = try Patch(text: text, file: "f")
      case .keyboard: _ = try KeyboardFile(text, file: "f") { _ in "! \u{1B}\n\u{1B}[2J\n\u{1B}\n\u{1B}\n" }
      case .stage: _ = try Stage(text: text, file: "f")
      case .page: _ = try OwnPage(bytes: bytes, file: "f")
      case .setList: _ = try SetList(bytes: bytes, file: "f")
      case .marks: _ = try Marks(bytes: bytes, file: "f")
      }
    }
  }

  /// What may stand where a word stood: lines, commands to a terminal, a line of another kind, half a range, a long text.
  private static let texts = [
    #""x\ny""#, #""\e[2J\a""#, #""1\L2""#, #""C4..\n""#, #""C\n..B""#,
    "\"\(String(repeating: "x", count: 9_000))\"",
  ]

  /// The text with each of its words replaced in turn.
  private func variants(of text: String, by other: String) -> [String] {
    text.ranges(of: /[A-Za-z0-9_.\/-]+( [A-Z0-9][A-Za-z0-9]*)*/).map { word in
      text[..<word.lowerBound] + other + text[word.upperBound...]
    }
  }

  @Test(arguments: Format.allCases) func `What a file says cannot break the line of a message`(format: Format)
  {
    var messages: [String] = []
    for text in Self.texts.flatMap({ variants(of: format.text, by: $0) }) {
      do throws(SpinetError) { try format.read(text) } catch {
        messages += error.diagnostics.flatMap { [$0.message, $0.suggestion ?? ""] }
      }
    }
    #expect(messages.count > 20)
    for message in messages {
      #expect(
        message.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x2028 },
        "\(message.debugDescription)")
      #expect(message.count < 2_000, "\(message.prefix(200))")
    }
  }
}
