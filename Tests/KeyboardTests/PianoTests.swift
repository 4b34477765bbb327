import SpinetKeyboard
import SpinetMIDI
import Testing

struct PianoTests {
  private let size = KeyboardSize(width: 700, height: 200)!

  private func text(_ actions: [OctavePiano.Action]) -> [String] {
    actions.map { action in
      switch action {
      case .play(let note, _): "+\(note)"
      case .release(let note): "-\(note)"
      }
    }
  }

  private func moves(
    _ policy: OctavePiano.Policy = .glissando,
    _ act: (inout OctavePiano, inout [OctavePiano.Action]) -> Void
  ) -> [String] {
    var piano = OctavePiano(size: size, policy: policy)
    var actions: [OctavePiano.Action] = []
    act(&piano, &actions)
    return text(actions)
  }

  @Test(arguments: [
    (50.0, 150.0, 0), (150, 150, 2), (650, 150, 11), (100, 50, 1), (139, 99, 1), (141, 99, 2), (139, 101, 2),
    (300, 50, 5), (600, 50, 10), (299, 50, 4),
  ])
  func `Black keys lie over white ones`(x: Double, y: Double, step: Int) {
    #expect(PianoGeometry(size: size).hit(x: x, y: y)?.step == step)
  }

  @Test func `Off the keys is nothing`() {
    let geometry = PianoGeometry(size: size)
    for (x, y) in [(-1.0, 5.0), (700, 5), (5, 200), (.nan, 5)] { #expect(geometry.hit(x: x, y: y) == nil) }
  }

  @Test func `A path is played, not only its end`() {
    #expect(
      moves { piano, actions in
        piano.fingerDown(1, x: 50, y: 150, into: &actions)
        piano.fingerMoved(1, x: 650, y: 150, into: &actions)
        piano.fingerLifted(1, into: &actions)
      } == ["+C4", "-C4", "+D4", "-D4", "+E4", "-E4", "+F4", "-F4", "+G4", "-G4", "+A4", "-A4", "+B4", "-B4"])
  }

  @Test func `A key with two fingers sounds until both have left`() {
    #expect(
      moves { piano, actions in
        piano.fingerDown(1, x: 50, y: 150, into: &actions)
        piano.fingerDown(2, x: 60, y: 150, into: &actions)
        piano.fingerLifted(1, into: &actions)
        piano.fingerMoved(2, x: 150, y: 150, into: &actions)
      } == ["+C4", "-C4", "+D4"])
  }

  @Test func `A note ends under the name with which it began, whatever the octave is by then`() {
    #expect(
      moves { piano, actions in
        piano.fingerDown(1, x: 100, y: 50, into: &actions)
        piano.octave = 9
        piano.fingerDown(2, x: 100, y: 50, into: &actions)
        piano.cancelAll(into: &actions)
      } == ["+C#4", "+C#6", "-C#4", "-C#6"])
  }

  @Test(arguments: [
    (OctavePiano.Policy.every, ["+C4", "+E4", "-C4", "-E4"]),
    (.one, ["+C4", "-C4", "+E4", "-E4", "+D4", "-D4"]),
    (.glissando, ["+C4", "+E4", "-C4", "+D4", "-D4", "-E4"]),
  ])
  func `The controller decides what sounds`(policy: OctavePiano.Policy, expected: [String]) {
    #expect(
      moves(policy) { piano, actions in
        piano.fingerDown(1, x: 50, y: 150, into: &actions)
        piano.fingerDown(2, x: 250, y: 150, into: &actions)
        piano.fingerMoved(1, x: 150, y: 150, into: &actions)
        piano.fingerLifted(1, into: &actions)
        piano.fingerLifted(2, into: &actions)
      } == expected)
  }

  @Test func `A finger slides off the keys and on again`() {
    #expect(
      moves { piano, actions in
        piano.fingerDown(1, x: 50, y: 190, into: &actions)
        piano.fingerMoved(1, x: 50, y: 260, into: &actions)
        piano.fingerMoved(1, x: 50, y: 190, into: &actions)
        piano.fingerMoved(1, x: .nan, y: .infinity, into: &actions)
      } == ["+C4", "-C4", "+C4", "-C4"])
  }
}
