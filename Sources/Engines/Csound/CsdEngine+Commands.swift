import SpinetEngine
import SpinetRealtime
import SystemPackage

extension CsdEngine: CommandedEngine {
  package func work(
    for command: ProgramCommand
  ) throws(SpinetError) -> @Sendable () throws(SpinetError) -> ProgramAnswer {
    guard let performance else {
      throw SpinetError(
        .engineStopped, what: programPath.string, why: "the engine is stopped",
        remedy: Remedy(.startEngine))
    }
    return { () throws(SpinetError) in
      switch command {
      case .score(let text): try performance.send(score: text)
      case .orchestra(let text, let name): try performance.compile(text, from: name)
      case .showTable(let number, let index): try performance.values(ofTable: number, from: index)
      case .setTable(let number, let index, let values):
        try performance.setTable(number, from: index, values)
      }
    }
  }
}

// These run on another thread than the audio thread, because they wait for it.
extension Performance {
  /// Csound's buffer for lines has 32 kB. It loses text that does not fit.
  private static let longestScore = 16_384
  private static let mostValues = 65_536

  func send(score text: String) throws(SpinetError) -> ProgramAnswer {
    guard text.utf8.count <= Self.longestScore, !text.utf8.contains(0) else {
      throw SpinetError(
        .programRefused, what: "score", why: "it is longer than 16 kB, or not text",
        remedy: "send less at once")
    }
    var request = PerformanceRequest()
    let line = Array((text + "\n").utf8CString)
    let memory = FixedBuffer(count: line.count) { line[$0] }
    request.text = memory.start
    let messages = try said { () throws(SpinetError) in _ = try carryOut(request) }
    if let refusal = messages.refusal {
      throw SpinetError(.programRefused, what: "score", why: refusal, remedy: "fix it, and send it again")
    }
    return .sent
  }

  func values(ofTable number: Int, from first: Int?) throws(SpinetError) -> ProgramAnswer {
    let memory = FixedBuffer<Double>(repeating: 0, count: Self.mostValues)
    var request = PerformanceRequest(table: number, from: first ?? 0)
    request.values = memory.start
    request.count = Self.mostValues
    let count = try length(after: request, table: number) - (first ?? 0)
    guard count > 0 else { throw Self.outside(number, count + (first ?? 0)) }
    guard count <= Self.mostValues || first != nil else {
      throw SpinetError(
        .programRefused, what: "table \(number)", why: "it has \(count) values, more than \(Self.mostValues)",
        remedy: "give the index to begin at")
    }
    return .values((0..<min(count, Self.mostValues)).map { memory[$0] })
  }

  func setTable(_ number: Int, from first: Int, _ values: [Double]) throws(SpinetError) -> ProgramAnswer {
    let memory = FixedBuffer(count: max(1, values.count)) { values.indices.contains($0) ? values[$0] : 0 }
    var request = PerformanceRequest(table: number, from: first)
    request.values = memory.start
    request.count = values.count
    request.isWrite = true
    let length = try length(after: request, table: number)
    // Nothing is written unless all values fit.
    guard first + values.count <= length else { throw Self.outside(number, length) }
    return .written(table: number, count: values.count, length: length)
  }

  private func length(after request: PerformanceRequest, table number: Int) throws(SpinetError) -> Int {
    let length = try carryOut(request).tableLength
    guard length > 0 else {
      throw SpinetError(
        .programRefused, what: "table \(number)", why: "there is no such table",
        remedy: "give the number of one")
    }
    return length
  }

  private static func outside(_ number: Int, _ length: Int) -> SpinetError {
    SpinetError(
      .programRefused, what: "table \(number)", why: "it has \(length) values, from 0 to \(length - 1)",
      remedy: "give an index within it")
  }
}

extension [CsoundMessage] {
  /// Csound's own message about a refused text; nil if it accepts the text.
  fileprivate var refusal: String? {
    let errors = filter { $0.severity == .error || $0.text.contains("Overflow") }.map { message in
      // Csound prints two messages in one line.
      message.text.replacing("illegal RT scoreline", with: " illegal RT scoreline")
        .split(whereSeparator: \.isWhitespace).filter { $0 != "^" }.joined(separator: " ")
    }
    let text = errors.filter { !$0.isEmpty }.joined(separator: " ")
    return text.isEmpty ? nil : text
  }
}
