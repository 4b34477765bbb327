import SpinetFormats
import SpinetMapping
import SpinetRealtime
import SpinetText
import SpinetTools
import Testing

private let seed = """
  controller: X
  ports: ["a*", b]
  map:
    cc 1: {widget: osc.mix, range: [0.5, 0], curve: [[0, 0], [1, 1]], mode: pickup, step: 0.1}
    ch 10 note C1: [hold, {widget: panic, mode: trigger, feedback: note 5, lamp: [0, 127]}]
    nrpn 1234: filter.cutoff
  """

/// A generator that always gives the same numbers, so that what fails once fails again.
private struct Fixed: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 33
  }
}

@Test(arguments: 0..<20 as Range<UInt64>)
func `A spoilt mapping is read or explained, and never more`(number: UInt64) {
  var random = Fixed(state: number)
  let pieces = Array("[]{}&*!|>'\"#:,-?@`%\n\t 0\u{0}\u{FF}".utf8)
  for _ in 0..<200 {
    var bytes = Array(seed.utf8)
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      let location = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: bytes[location] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.insert(pieces.randomElement(using: &random) ?? 0, at: location)
      default: bytes.removeSubrange(location..<min(location + 5, bytes.count))
      }
    }
    do {
      let mapping = try Mapping(bytes: bytes, file: "m")
      #expect(!mapping.entries.isEmpty)
      _ = mapping.check(against: instrument())
    } catch {
      #expect(!error.diagnostics.isEmpty)
      #expect(error.diagnostics.allSatisfy { $0.location.line > 0 && $0.location.column > 0 })
      #expect(error.diagnostics.allSatisfy { !$0.message.contains("\n") })
    }
  }
}

@Test func `A mebibyte of controls is read`() throws {
  let lines = (0..<16_000).map { "  ch \($0 % 16 + 1) nrpn \($0): {widget: osc.mix, range: [0.5, 0]}\n" }
  let mapping = try Mapping(text: "map:\n" + lines.joined(), file: "m")
  #expect(mapping.entries.count == 16_000)
  #expect(mapping.check(against: instrument()).isEmpty)
}

@Test func `What a file says reaches the terminal as text alone`() throws {
  let file = try Mapping(
    text: "controller: \"a\\e[2J\"\nports: [\"b\\e[2J\"]\nmap:\n  cc 1: \"c\\e[2J\"\n", file: "m")
  #expect(MappingTable.lines(of: file).allSatisfy { !$0.contains("\u{1B}") })
}
