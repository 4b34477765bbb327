import SpinetFormats
import SpinetMIDI
import SpinetMapping
import SpinetWidgets

/// Decode → map → widget: bytes in, widget values out, for mappings of 10 and of 200 lines and for the modes.
///
/// FluidSynth's router beside it, which maps controllers to controllers, linearly, into its synthesizer. Its events come
/// decoded: of what Debian has, it alone maps without a running JACK or ALSA graph.
struct MappingBenchmark {
  let peers: Peers
  private static let events = 100_000
  private static let repetitions = 5
  private static let rounds = 5

  func rows() throws -> [Table.Row] {
    let scratch = try Scratch()
    let router = try fluidRouter(scratch)
    let absolute = try [10, 200].map { try row(lines: $0, beside: router) }
    let modes: [ControlMode] = [.pickup, .scale, .autoRelative, .toggle]
    return try absolute + modes.map { try row(lines: 200, mode: $0) }
  }

  private func row(lines: Int, mode: ControlMode) throws -> Table.Row {
    let rates = try (0..<Self.rounds).map { _ in try eventsPerSecond(lines: lines, mode: mode) }
    return Table.Row(work: work(lines, mode), spinet: "\(rates.median.short) events/s")
  }

  private func row(lines: Int, beside router: String?) throws -> Table.Row {
    var spinet: [Double] = []
    var fluid: [Double] = []
    for _ in 0..<Self.rounds {
      spinet.append(try eventsPerSecond(lines: lines, mode: .absolute))
      if let router { fluid.append(try eventsPerSecond(of: router, lines: lines)) }
    }
    var row = Table.Row(
      work(lines, .absolute) + ", beside FluidSynth's router", spinet.median,
      fluid.isEmpty ? nil : fluid.median, unit: "events/s")
    if !row.ratio.isEmpty { row.ratio += " (more is better)" }
    return row
  }

  private func work(_ lines: Int, _ mode: ControlMode) -> String {
    "bytes → mapping of \(lines) lines, \(mode.rawValue) → widget"
  }

  /// The host of FluidSynth's router, compiled; nil without it.
  private func fluidRouter(_ scratch: Scratch) throws -> String? {
    guard peers.hasFluidRouter else { return nil }
    let host = scratch.file("router-host")
    try Run(["/usr/bin/gcc", "-O2", PeerVoices.path("router-host.c"), "-o", host, "-lfluidsynth"]).succeed()
    return host
  }

  /// The slope between few events and many, so that start-up falls out.
  private func eventsPerSecond(of router: String, lines: Int) throws -> Double {
    let costs = try [1, 11].map { times in
      try Run([router, "\(lines)", "\(Self.events * times)"]).succeed().processorSeconds
    }
    return Double(10 * Self.events) / (costs[1] - costs[0])
  }

  private func eventsPerSecond(lines: Int, mode: ControlMode) throws -> Double {
    let widgets = WidgetSet((0..<lines).map { Widget("w\($0)", range: 20...20_000, curve: .logarithmic) })
    let entries = (0..<lines).map {
      "  ch \($0 / 100 + 1) cc \($0 % 100): {widget: w\($0), mode: \(mode.rawValue)}\n"
    }
    let router = Router([try Mapping(text: "map:\n" + entries.joined(), file: "benchmark.yaml")], widgets)
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
