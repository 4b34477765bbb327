import SpinetFormats
import SpinetKeyboard
import SpinetRealtime
import SpinetTools
import Testing

struct TraceTests {
  private func trace(_ text: String, _ configuration: KeyboardConfiguration = .seed) throws -> [String] {
    try KeyboardTrace.lines(of: text, file: "t", configuration: configuration)
  }

  @Test func `A finger's life, line by line`() throws {
    let lines = try trace(
      """
      # a finger on C4
      0 down 3 1 200

      90 up 3 1 200
      """)
    #expect(lines.first == #"{"t":0,"voice":0,"start":true}"#)
    #expect(lines[1] == #"{"t":0,"voice":0,"set":"gate","value":1}"#)
    #expect(lines[2].hasPrefix(#"{"t":0,"voice":0,"set":"freq","value":261.62556"#))
    #expect(lines.contains(#"{"t":90,"voice":0,"set":"gate","value":0}"#))
    #expect(lines.last == #"{"t":90,"voice":0,"release":true}"#)
  }

  @Test func `MIDI in hexadecimal, running status and all, and what all voices get`() throws {
    let lines = try trace("5.5 midi 903C64 40 64\n6 midi 80 3C 00")
    #expect(lines.filter { $0.contains("start") }.count == 2)
    #expect(lines.first == #"{"t":5.5,"voice":0,"start":true}"#)
    var surface = KeyboardConfiguration.seed
    surface.polyphony = .controlSurface
    #expect(try trace("0 down 0 0 0", surface).contains(#"{"t":0,"set":"x0","value":0}"#))
  }

  @Test func `One voice without polyphony begins with the trace`() throws {
    var configuration = KeyboardConfiguration.seed
    configuration.polyphony = .instrument
    #expect(try trace("70 down 0 1 1", configuration).first == #"{"t":0,"voice":0,"start":true}"#)
  }

  @Test func `Time passes to the end, and an arpeggio plays meanwhile`() throws {
    var configuration = KeyboardConfiguration.midi
    configuration.noteEffects.arpeggio.mode = .up
    let lines = try trace("0 midi 90 3C 64\n300 end", configuration)
    let starts = lines.filter { $0.contains("start") }
    #expect(starts.map { $0.prefix { $0 != "," } } == [#"{"t":0"#, #"{"t":125"#, #"{"t":250"#])
    #expect(lines.last == #"{"t":250,"voice":0,"set":"gate","value":1}"#)
    let error = #expect(throws: SpinetError.self) { try trace("0 end now") }
    #expect(error?.diagnostics.map(\.location.column) == [7])
  }

  @Test func `An arpeggio of a trace follows the MIDI clock in it`() throws {
    var configuration = KeyboardConfiguration.midi
    configuration.noteEffects.arpeggio.mode = .up
    let clock = (0...48).map { "\(Double($0) * 1000 / 24) midi F8" }.joined(separator: "\n")
    let lines = try trace(clock + "\n2000 midi 90 3C 64\n2600 end", configuration)
    let starts = lines.filter { $0.contains("start") }
    #expect(starts.count == 3)
    #expect(
      starts.dropFirst().first?.hasPrefix(#"{"t":2250"#) == true || starts[1].hasPrefix(#"{"t":2249.9"#))
  }

  @Test func `Every bad line is reported with its place`() {
    let text = "x down 0 1 1\n0 dwn 0 1 1\n0 down zero 1 1\n0 down 0 1\n0 midi 9\n5 midi\n1 up 0 0 0\n0\n"
    let errors = #expect(throws: SpinetError.self) { try trace(text) }
    #expect(errors?.diagnostics.map(\.location.line) == [1, 2, 3, 4, 5, 6, 7, 8])
    #expect(errors?.diagnostics[1].suggestion == "down")
  }

  @Test(arguments: ["\u{FEFF}0 midi 903C64", "0 midi 90 3C 64 # a note", "# one\n0 midi 90 3C 64#"])
  func `Lines are read as those of every trace`(text: String) throws {
    #expect(try trace(text).first == #"{"t":0,"voice":0,"start":true}"#)
  }

  @Test(arguments: ["F0 7E", "F0 7E 90 3C 64", "\u{FF19}0 3C 64", "90 3C", "F7"])
  func `Bytes that are no whole message are reported`(bytes: String) {
    let error = #expect(throws: SpinetError.self) { try trace("0 midi \(bytes)") }
    #expect(error?.diagnostics.first?.location.line == 1)
  }

  @Test func `A trace of years ends`() throws {
    var configuration = KeyboardConfiguration(.current)
    configuration.roundingMode = .rounded
    #expect(try !trace("0 down 0 1 1\n1 move 0 99 1\n1e15 up 0 1 1", configuration).isEmpty)
  }
}
