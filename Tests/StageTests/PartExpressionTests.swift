import SpinetMIDI
import SpinetRealtime
import Testing

@testable import SpinetStage

@Suite struct PartExpressionTests {
  @Test func `Sounds beside each other are layers`() throws {
    let parts = try PartExpression("warm-pad + round-bass").parts
    #expect(parts == [Part("warm-pad", sound: "warm-pad"), Part("round-bass", sound: "round-bass")])
  }

  @Test(arguments: [
    ("bass@..B3", UInt8(0)...59), ("lead@C4..", 60...127), ("x@C2..C3", 36...48), ("x@48..60", 48...60),
    ("kick@C1", 24...24), ("kick@36", 36...36),
  ])
  func `Keys follow an @`(text: String, keys: ClosedRange<UInt8>) throws {
    #expect(try PartExpression(text).parts[0].keys == [keys])
  }

  @Test func `Velocities, channels and pitch follow further ones`() throws {
    let part = try PartExpression("a/b/soft lead.yaml@C4..@v64..@ch2..3@-12").parts[0]
    #expect(part.sound == "a/b/soft lead.yaml")
    #expect(part.name == "soft lead")
    #expect(part.keys == [60...127])
    #expect(part.velocities == 64...127)
    #expect(part.channels == Set([2, 3].compactMap { Channel(number: $0) }))
    #expect(part.transpose == -12)
  }

  @Test func `The same sound twice has two names`() throws {
    #expect(try PartExpression("pad + pad@+12 + pad").parts.map(\.name) == ["pad", "pad-2", "pad-3"])
  }

  @Test func `An @ of a name stays in it`() throws {
    #expect(try PartExpression("me@home.wav").parts[0].sound == "me@home.wav")
    #expect(try PartExpression("me@home.wav").isPlain)
    #expect(try !PartExpression("pad@C4..").isPlain)
  }

  @Test(arguments: [
    ("pad + ", "character 7"), ("pad@B3..A0", "A0..B3"), ("pad + bass@B3..A0", "character 12"),
    ("pad@X..Y", "two keys"), ("pad@v0..9", "two velocities"), ("pad@ch17", "a channel"),
    ("pad@+99", "-60 to +60"),
    ("pad@..", "two keys"),
  ])
  func `What is wrong is told with its place`(text: String, expected: String) {
    let error = #expect(throws: SpinetError.self) { try PartExpression(text) }
    #expect(error?.why.contains(expected) == true, "\(error.map { "\($0)" } ?? "")")
  }
}
