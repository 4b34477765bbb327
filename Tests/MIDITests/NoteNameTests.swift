import SpinetMIDI
import Testing

@Suite struct NoteNameTests {
  @Test(arguments: [
    ("C4", 60), ("c4", 60), ("F#3", 54), ("Bb2", 46), ("bb2", 46), ("b2", 47), ("c#-1", 1), ("C-1", 0),
    ("G9", 127), ("B#3", 60), ("Cb4", 59), ("E♭5", 75), ("A♯4", 70), ("A4", 69),
  ])
  func `A name is its key`(name: String, key: Int) {
    #expect(NoteName(name).map { Int($0.key) } == key)
  }

  @Test(arguments: [
    "", "C", "4", "H4", "C#", "G#9", "Cb-1", "C10", "C-2", "C 4", "C4 ", "C##4", "C+4", "60",
    "C99999999999999999999",
  ])
  func `A text that is not the name of a key is refused`(name: String) {
    #expect(NoteName(name) == nil)
  }

  @Test func `Every key's name reads back as that key`() {
    for key in 0...127 { #expect(NoteName(NoteName(key: key)?.description ?? "")?.key == UInt8(key)) }
    #expect(NoteName(key: 61)?.description == "C#4")
    #expect(NoteName(key: 128) == nil)
    #expect(NoteName(key: -1) == nil)
  }
}
