import SpinetKeyboard
import SpinetMIDI
import SpinetSurface
import Testing

@Suite struct WidePianoTests {
  private func piano(_ whites: Int, _ first: String, scale: [Int]? = nil) -> WidePiano {
    WidePiano(
      WidePiano.Layout(whites: whites, first: NoteName(first) ?? NoteName(key: 60)!, scale: scale))
  }

  private func notes(_ piano: WidePiano, black: Bool) -> [String] {
    piano.keys.filter { $0.isBlack == black }.compactMap(\.note?.description)
  }

  @Test(arguments: [
    (8, "C4", "C4 D4 E4 F4 G4 A4 B4 C5", "C#4 D#4 F#4 G#4 A#4"),
    (3, "A3", "A3 B3 C4", "A#3"), (1, "C4", "C4", ""), (2, "C#4", "C4 D4", "C#4"),
    (4, "E9", "E9 F9 G9", "F#9"),
  ])
  func `It has exactly as many white keys as asked for, and the black ones between`(
    whites: Int, first: String, white: String, black: String
  ) {
    let piano = piano(whites, first)
    #expect(notes(piano, black: false).joined(separator: " ") == white)
    #expect(notes(piano, black: true).joined(separator: " ") == black)
  }

  @Test func `Another scale has its degrees as white keys`() {
    let piano = piano(6, "C4", scale: [2, 1, 2, 2, 1, 3, 1])
    #expect(notes(piano, black: false) == ["C4", "D4", "D#4", "F4", "G4", "G#4"])
    #expect(notes(piano, black: true) == ["C#4", "E4", "F#4"])
  }

  @Test(arguments: [(-5, 1), (0, 1), (1000, 75)]) func `Too few or too many are limited`(asked: Int, got: Int)
  {
    #expect(piano(asked, "C-1").layout.whites == got)
  }

  @Test func `Black keys lie on top`() {
    let piano = piano(7, "C4")
    #expect(piano.key(x: 1 / 7, y: 0.1).flatMap { piano.keys[$0].note?.description } == "C#4")
    #expect(piano.key(x: 1 / 7, y: 0.9).flatMap { piano.keys[$0].note?.description } == "D4")
    #expect(piano.key(x: 1, y: 0.5) == nil && piano.key(x: 0.5, y: -0.1) == nil)
  }

  private func names(_ actions: [WidePiano.Action]) -> [String] {
    actions.map {
      switch $0 {
      case .play(let note, _): "+\(note)"
      case .release(let note): "-\(note)"
      }
    }
  }

  @Test func `A slide plays every key on its way, white and black`() {
    var piano = piano(7, "C4")
    var actions: [WidePiano.Action] = []
    piano.fingerDown(1, x: 0.01, y: 0.9, into: &actions)
    piano.fingerMoved(1, x: 0.99, y: 0.9, into: &actions)
    #expect(names(actions).filter { $0.hasPrefix("+") } == ["+C4", "+D4", "+E4", "+F4", "+G4", "+A4", "+B4"])
    actions = []
    piano.fingerMoved(1, x: 0.99, y: 0.1, into: &actions)
    piano.fingerMoved(1, x: 0.15, y: 0.1, into: &actions)
    #expect(
      names(actions).filter { $0.contains("#") && $0.hasPrefix("+") } == [
        "+A#4", "+G#4", "+F#4", "+D#4", "+C#4",
      ])
    piano.fingerLifted(1, into: &actions)
    #expect(names(actions).last == "-C#4")
  }

  @Test func `A key sounds until its last finger has left`() {
    var piano = piano(7, "C4")
    var actions: [WidePiano.Action] = []
    piano.fingerDown(1, x: 0.05, y: 0.9, into: &actions)
    piano.fingerDown(2, x: 0.06, y: 0.8, into: &actions)
    piano.fingerLifted(1, into: &actions)
    #expect(names(actions) == ["+C4"])
    piano.fingerMoved(2, x: 0.05, y: 1.4, into: &actions)
    #expect(names(actions) == ["+C4", "-C4"])
    piano.fingerMoved(2, x: 0.05, y: 0.9, into: &actions)
    piano.cancelAll(into: &actions)
    #expect(names(actions) == ["+C4", "-C4", "+C4", "-C4"])
  }

  @Test func `Nonsense is off the keys`() {
    var piano = piano(7, "C4")
    var actions: [WidePiano.Action] = []
    for value in [Double.nan, .infinity, -.infinity, 1e300] {
      piano.fingerDown(1, x: value, y: 0.5, into: &actions)
      piano.fingerMoved(1, x: 0.5, y: value, into: &actions)
      piano.fingerMoved(1, x: value, y: value, into: &actions)
    }
    piano.cancelAll(into: &actions)
    let (on, off) = (names(actions).count { $0.hasPrefix("+") }, names(actions).count { $0.hasPrefix("-") })
    #expect(on == off)
  }
}
