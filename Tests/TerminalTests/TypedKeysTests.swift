import SpinetRealtime
import Testing

@testable import SpinetTerminal

@Suite struct `Keys typed in the terminal` {
  /// What these keys ask for, each some seconds after the one before.
  private func actions(_ keys: [(KeyReader.Key, after: Double)]) -> [TerminalAction] {
    var typed = TypedKeys()
    var now = HostTime(seconds: 100)
    return keys.flatMap { key, pause in
      now = now.advanced(bySeconds: pause)
      return typed.advance(to: now) + typed.take(key, at: now)
    }
  }

  private func actions(typing text: String, every pause: Double = 0.2) -> [TerminalAction] {
    actions(text.map { (.character($0), pause) })
  }

  @Test func `ask for actions, other letters for an answer, the rest for nothing`() {
    #expect(
      actions(typing: "e+-p hz,")
        == [.toggleEngine, .octave(1), .octave(-1), .panic, .panic, .help, .unknown("z")])
    #expect(actions([(.endOfInput, 0), (.left, 0), (.escape, 0), (.enter, 0)]) == [.quit])
  }

  @Test func `play notes after a t, laid out as on the panel`() {
    let notes = actions(typing: "tawsedftgyhujkolp;'", every: 0).dropFirst()
    #expect(notes.elementsEqual((60...77).map { .noteOn($0) }))
  }

  @Test func `change the octave of the notes with z and x, within MIDI's keys`() {
    #expect(actions(typing: "tza").suffix(2) == [.typing(from: 48), .noteOn(48)])
    #expect(actions(typing: "txxxxx'", every: 0).suffix(2) == [.typing(from: 96), .noteOn(113)])
    #expect(actions(typing: "tzzzzza", every: 0).suffix(2) == [.typing(from: 12), .noteOn(12)])
  }

  @Test(arguments: [KeyReader.Key.enter, .escape, .character("q"), .character("T")])
  func `are commands again, and notes end`(key: KeyReader.Key) {
    let keys: [(KeyReader.Key, after: Double)] = [
      (.character("t"), 0), (.character("a"), 0), (key, 0.1), (.character("e"), 0),
    ]
    #expect(actions(keys) == [.typing(from: 60), .noteOn(60), .noteOff(60), .commands, .toggleEngine])
  }

  @Test func `still end all notes and move the octave while letters are notes`() {
    #expect(actions(typing: "t +-5,").dropFirst() == [.panic, .octave(1), .octave(-1)])
  }

  @Test func `sound for a moment each, several together`() {
    #expect(
      actions(typing: "tad, ", every: 0.4).dropFirst() == [
        .noteOn(60), .noteOn(64), .noteOff(60), .noteOff(64), .panic,
      ])
  }

  @Test func `sound on while the terminal repeats them, and again when they are struck again`() {
    let held: [(KeyReader.Key, after: Double)] =
      [(.character("t"), 0), (.character("a"), 0)]
      + Array(repeating: (.character("a"), after: 0.03), count: 100)
    #expect(actions(held) == [.typing(from: 60), .noteOn(60)])
    #expect(actions(typing: "taa").dropFirst() == [.noteOn(60), .noteOff(60), .noteOn(60)])
  }

  @Test func `wait no longer than the next note's end`() {
    var typed = TypedKeys()
    let now = HostTime(seconds: 100)
    #expect(typed.longestWaitMilliseconds(at: now) == 100)
    _ = typed.take(.character("t"), at: now)
    _ = typed.take(.character("a"), at: now)
    let late = now.advanced(bySeconds: TypedNotes.seconds - 0.01)
    #expect((10...12).contains(typed.longestWaitMilliseconds(at: late)))
    #expect(typed.text == "typing from C4")
    let ended = typed.end()
    #expect(ended == [.noteOff(60)] && typed.text.isEmpty)
  }

  @Test func `are Escape only where nothing follows`() {
    var reader = KeyReader()
    var seen = [reader.finish(), reader.take(27)]
    #expect(reader.isInsideKey)
    seen.append(reader.finish())
    #expect(!reader.isInsideKey)
    for byte in "\u{1B}[A".utf8 { seen.append(reader.take(byte)) }
    #expect(seen == [nil, nil, .escape, nil, nil, .other])
  }
}
