import MIDI
import Mapping
import Widgets

/// Decode → map → widget: bytes in, widget values out, for mappings of 10 and of 200 lines.
struct MappingBenchmark {
  func rows() throws -> [Table.Row] {
    try [10, 200].map { lines in
      let rates = try (0..<5).map { _ in try eventsPerSecond(lines: lines) }
      return Table.Row(
        work: "bytes → mapping of \(lines) lines → widget", spinet: "\(rates.median.short) events/s")
    }
  }

  private func eventsPerSecond(lines: Int) throws -> Double {
    let widgets = WidgetSet((0..<lines).map { Widget("w\($0)", range: 20...20_000, curve: .logarithmic) })
    let text = "map:\n" + (0..<lines).map { "  ch \($0 / 100 + 1) cc \($0 % 100): w\($0)\n" }.joined()
    let router = Router([try MappingFile(text: text, file: "benchmark.yaml")], widgets)
    let bytes = (0..<100_000).flatMap { event -> [UInt8] in
      [0xB0 | UInt8(event % lines / 100), UInt8(event % lines % 100), UInt8(event * 7 % 128)]
    }
    router.portAppeared(.file, names: ["benchmark"])
    var moved = 0
    let seconds = Stopwatch.processorSeconds {
      for _ in 0..<5 { moved += route(bytes, through: router) }
    }
    precondition(moved == 500_000, "every event moves its widget")
    return Double(moved) / seconds
  }

  private func route(_ bytes: [UInt8], through router: Router) -> Int {
    var parser = MIDIParser()
    var moved = 0
    for byte in bytes {
      guard let message = parser.parse(byte) else { continue }
      _ = router.route(message, from: .file, at: 0) { output in
        if case .moved = output { moved += 1 }
      }
    }
    return moved
  }
}
