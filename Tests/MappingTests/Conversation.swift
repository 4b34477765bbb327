import SpinetMIDI
import SpinetTools
import SpinetWidgets

@testable import SpinetMapping

/// A conversation: what is typed and moved, and what is said to it.
struct Conversation {
  var dialogue: LearnDialogue
  private var time: UInt64 = 0
  private var parser = MIDIParser()
  private static let controller = LearnDialogue.Sender(
    name: "Launch Key", names: ["Launch Key", "Launch Key MIDI 1", "serial 0001"])

  init() { dialogue = LearnDialogue(widgets: instrument()) }

  init(_ widgets: WidgetSet) { dialogue = LearnDialogue(widgets: widgets) }

  init(adding text: String) throws {
    dialogue = try LearnDialogue(adding: text, file: "m.yaml", widgets: instrument())
  }

  mutating func say(_ line: String) -> [String] { dialogue.take(.line(line)) }

  /// Moves a control, by the bytes of its messages, and waits until it rests.
  mutating func move(_ bytes: [UInt8], from sender: LearnDialogue.Sender = controller) -> [String] {
    var said: [String] = []
    for byte in bytes {
      guard let message = parser.parse(byte) else { continue }
      time += 30_000_000
      said += dialogue.take(.message(.midi1(message), from: sender, at: time))
    }
    time += 2_000_000_000
    return said + dialogue.take(.time(time))
  }

  @discardableResult mutating func learn(_ widget: String, _ bytes: [UInt8]) -> [String] {
    _ = say(widget)
    return move(bytes)
  }
}

/// A knob that is turned up.
func sweep(_ number: UInt8) -> [UInt8] { [0xB0, number, 10, number, 40, number, 90] }
