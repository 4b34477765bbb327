import Testing

@testable import SpinetPanel

@Suite struct QRCodeTests {
  @Test(arguments: [(1, 21), (17, 21), (18, 25), (78, 33), (79, 37), (134, 41), (230, 53)])
  func `A longer text has a larger code`(length: Int, side: Int) {
    #expect(QRCode(String(repeating: "a", count: length))?.side == side)
  }

  @Test func `A text that is too long has none`() {
    #expect(QRCode(String(repeating: "a", count: 231)) == nil)
  }

  @Test func `The correction of a known message is the known one`() {
    // The example of Thonky's tutorial: HELLO WORLD in version 1 M.
    let data: [UInt8] = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17]
    #expect(QRCode.remainder(of: data, degree: 10) == [196, 35, 39, 119, 235, 215, 231, 226, 93, 23])
  }

  @Test func `It is drawn with a quiet zone, two rows in a line`() throws {
    let code = try #require(QRCode("http://192.168.1.5:41234/#00112233445566778899aabbccddeeff"))
    #expect(code.lines.count == (code.side + 5) / 2)
    #expect(code.lines.allSatisfy { $0.count == code.side + 4 && $0.hasPrefix("█") && $0.hasSuffix("█") })
    #expect(code.lines[0].allSatisfy { $0 == "█" })
  }

  @Test func `In ASCII it has the same modules, each two characters wide`() throws {
    let code = try #require(QRCode("http://192.168.1.5:41234/#00112233445566778899aabbccddeeff"))
    let lines = code.linesInASCII.map(Array.init)
    #expect(lines.count == code.side + 4 && lines.allSatisfy { $0.count == 2 * lines.count })
    for (row, line) in lines.enumerated() {
      for column in lines.indices {
        let dark: Character = code.isDark(row - 2, column - 2) ? " " : "#"
        #expect(line[2 * column] == dark && line[2 * column + 1] == dark)
      }
    }
  }
}
