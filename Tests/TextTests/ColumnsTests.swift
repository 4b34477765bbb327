import SpinetText
import Testing

@Suite struct `Text in columns` {
  @Test(arguments: [
    ("ab", 4, "ab  ", "  ab"), ("ab", 2, "ab", "ab"), ("abc", 2, "abc", "abc"), ("", 1, " ", " "),
  ])
  func `is filled up with spaces on either side`(text: String, width: Int, left: String, right: String) {
    #expect(text.padded(to: width) == left)
    #expect(text.padded(to: width, .right) == right)
  }

  @Test func `lines up cell below cell, without spaces at the end`() {
    #expect([["a", "bb"], ["ccc", ""], ["", "d"]].inColumns == ["a    bb", "ccc", "     d"])
    #expect([[""]].inColumns == [""])
    #expect([[String]]().inColumns == [])
  }
}
