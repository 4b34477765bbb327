import FoundationEssentials
import SpinetEngine
import SpinetRealtime
import SpinetWidgets
import SystemPackage

/// A `.csd` and what a mapping and a patch say about its channels: all that a `CsdEngine` is made from, here or in a
/// process beside this one.
package struct CsdProgram: Sendable {
  package let file: FilePath
  package let ranges: [String: ClosedRange<Double>]
  package let hints: [String: WidgetHints]
  package let endsWithScore: Bool

  package init(
    file: FilePath, ranges: [String: ClosedRange<Double>] = [:], hints: [String: WidgetHints] = [:],
    endsWithScore: Bool = false
  ) {
    (self.file, self.ranges, self.hints, self.endsWithScore) = (file, ranges, hints, endsWithScore)
  }

  /// Compiles it in this process.
  package func makeEngine(log: @escaping @Sendable (String) -> Void) throws(SpinetError) -> CsdEngine {
    try CsdEngine(file: file, ranges: ranges, hints: hints, endsWithScore: endsWithScore, log: log)
  }

  /// For a process.
  /// - Parameter words: the program that calls `serve`, and its arguments.
  package func inProcess(by words: [String]) -> ProcessEngine.Program {
    ProcessEngine.Program(words: words, path: file, kind: "Csound", text: text) { [file] in
      CsdDocument.files(ofProgramAt: file)
    }
  }

  /// Serves one program to the instrument that has started this process.
  package static func serve() -> Never {
    EngineServer.run { text, log throws(SpinetError) in
      guard let program = CsdProgram(text) else {
        throw SpinetError(
          .wrongRequest, what: "csound", why: "the program is not understood", remedy: Remedy(.startAgain))
      }
      return try program.makeEngine(log: log)
    }
  }
}

// MARK: As a text
extension CsdProgram {
  private struct Words: Codable {
    var file: String
    var ranges: [String: [Double]]
    var hints: [String: Hints]
    var endsWithScore: Bool
  }

  private struct Hints: Codable {
    var range: [Double]?
    var unit: String?
    var curve: String?
    var about: String?

    init(_ hints: WidgetHints) {
      range = hints.range.map { [$0.lowerBound, $0.upperBound] }
      unit = hints.unit
      curve = Curve.named.first { $0.curve == hints.curve }?.name
      about = hints.about
    }

    var hints: WidgetHints {
      WidgetHints(
        range: range.flatMap(CsdProgram.range), unit: unit,
        curve: Curve.named.first { $0.name == curve }?.curve, about: about)
    }
  }

  private static func range(_ ends: [Double]) -> ClosedRange<Double>? {
    ends.count == 2 && ends[0] <= ends[1] ? ends[0]...ends[1] : nil
  }

  private var text: String {
    let words = Words(
      file: file.string, ranges: ranges.mapValues { [$0.lowerBound, $0.upperBound] },
      hints: hints.mapValues(Hints.init), endsWithScore: endsWithScore)
    return (try? JSONEncoder().encode(words)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  private init?(_ text: String) {
    guard let words = try? JSONDecoder().decode(Words.self, from: Data(text.utf8)) else { return nil }
    self.init(
      file: FilePath(words.file), ranges: words.ranges.compactMapValues(Self.range),
      hints: words.hints.mapValues(\.hints), endsWithScore: words.endsWithScore)
  }
}
