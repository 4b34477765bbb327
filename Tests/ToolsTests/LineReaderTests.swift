import Glibc
import Testing

@testable import SpinetTools

@Suite struct `Lines from a pipe` {
  @Test func `come when they are complete, and the last one at the end`() {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    defer { close(ends[0]) }
    var reader = LineReader(descriptor: ends[0])
    #expect(reader.read() == [])
    send("one\ntw", to: ends[1])
    #expect(reader.read() == ["one"])
    send("o\n\nthr", to: ends[1])
    #expect(reader.read() == ["two", ""] && !reader.isAtEnd)
    close(ends[1])
    #expect(reader.read() == ["thr"] && reader.isAtEnd)
    #expect(reader.read() == [])
  }

  @Test func `come a little at a time from one that never ends`() {
    let descriptor = open("/dev/zero", O_RDONLY)
    defer { close(descriptor) }
    var reader = LineReader(descriptor: descriptor)
    for _ in 0..<10 { #expect(reader.read() == [] && !reader.isAtEnd) }
  }

  private func send(_ text: String, to descriptor: Int32) {
    _ = text.withCString { write(descriptor, $0, strlen($0)) }
  }
}
