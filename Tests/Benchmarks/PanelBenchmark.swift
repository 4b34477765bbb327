import Foundation

/// What the panel costs and how well it keeps time, measured from outside: by a browser and by scripted clients, which
/// need Chromium and Python. Bounds are beside the figures; they are not limits of this run.
struct PanelBenchmark {
  let seconds: Double

  private struct Figure: Decodable {
    let work: String
    let value: Double
    let unit: String
    let bound: String
  }

  func rows() throws -> [Table.Row] {
    let script = "\(Spinet.package)/Tests/Browser/measure.py"
    let program = try LiveProgram(["/usr/bin/env", "python3", script, Spinet.path, "\(seconds)"])
    _ = program.wait(for: "at its end")
    return try program.text.split(separator: "\n").map { line in
      let figure = try JSONDecoder().decode(Figure.self, from: Data(line.utf8))
      return Table.Row(
        work: "panel, \(figure.work)", spinet: "\(figure.value.short) \(figure.unit)",
        peer: figure.bound.isEmpty ? "" : "bound \(figure.bound)")
    }
  }
}
