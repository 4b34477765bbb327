import MIDI
import Mapping
import Widgets

/// Decode → map → widget: bytes in, widget values out, for mappings of 10 and of 200 lines and for the modes.
///
/// Nothing in Debian does the same without a running JACK or ALSA graph, so there is no peer.
struct MappingBenchmark {
  private static let events = 100_000
  private static let repetitions = 5

  func rows() throws -> [Table.Row] {
    let absolute = try [10, 200].map { try row(lines: $0, mode: .absolute) }
    let modes: [ControlMode] = [.pickup, .scale, .autoRelative, .toggle]
    return try absolute + modes.map { try row(lines: 200, mode: $0) }
  }

  private func row(lines: Int, mode: ControlMode) throws -> Table.Row {
    let rates = try (0..<5).map { _ in try eventsPerSecond(lines: lines, mode: mode) }
    return Table.Row(
      work: "bytes → mapping of \(lines) lines, \(mode.rawValue) → widget",
      spinet: "\(rates.median.short) events/s")
  }

  private func eventsPerSecond(lines: Int, mode: ControlMode) throws -> Double {
    let widgets = WidgetSet((0..<lines).map { Widget("w\($0)", range: 20...20_000, curve: .logarithmic) })
    let entries = (0..<lines).map {
      "  ch \($0 / 100 + 1) cc \($0 % 100): {widget: w\($0), mode: \(mode.rawValue)}\n"
    }
    let router = Router([try MappingFile(text: "map:\n" + entries.joined(), file: "benchmark.yaml")], widgets)
    let bytes = (0..<Self.events).flatMap { event -> [UInt8] in
      [0xB0 | UInt8(event % lines / 100), UInt8(event % lines % 100), UInt8(event * 7 % 128)]
    }
    router.portAppeared(.file, names: ["benchmark"])
    var moved = 0
    let seconds = Stopwatch.processorSeconds {
      for _ in 0..<Self.repetitions { moved += route(bytes, through: router) }
    }
    let total = Self.events * Self.repetitions
    precondition(mode == .absolute ? moved == total : moved > 0, "events move their widgets")
    return Double(total) / seconds
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
