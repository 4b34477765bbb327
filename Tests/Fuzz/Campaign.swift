import Foundation

/// Runs a subject in processes of its own, for a time or for a number of inputs.
struct Campaign {
  enum Limit {
    case seconds(Double)
    case inputs(Int)

    /// The inputs of one process.
    var casesAtOnce: Int {
      switch self {
      case .seconds: 50
      case .inputs(let inputs): min(max(inputs, 1), 1000)
      }
    }
  }

  let limit: Limit
  let seed: UInt64

  /// Answers whether all went well; says how it went.
  func run(_ subject: Subject) throws -> Bool {
    let begin = Date.now
    var next = seed
    repeat {
      let result = try Self.process(subject, seed: next, cases: limit.casesAtOnce)
      if !result.isGood {
        try explain(subject, from: next)
        return false
      }
      next += UInt64(limit.casesAtOnce)
    } while isGoingOn(since: begin, inputs: Int(next - seed))
    print("ok \(subject.rawValue): \(next - seed) inputs from seed \(seed)")
    return true
  }

  private func isGoingOn(since begin: Date, inputs: Int) -> Bool {
    switch limit {
    case .seconds(let seconds): Date.now < begin.addingTimeInterval(seconds)
    case .inputs(let wanted): inputs < wanted
    }
  }

  /// Finds the one input at fault, and shows it.
  private func explain(_ subject: Subject, from first: UInt64) throws {
    for seed in first..<first + UInt64(limit.casesAtOnce) {
      let result = try Self.process(subject, seed: seed, cases: 1)
      if result.isGood { continue }
      print("not ok \(subject.rawValue): seed \(seed): \(result.words)")
      print("  again with: fuzz --subject \(subject.rawValue) --seed \(seed) --cases 1")
      let bytes = try subject.input(seed: seed)
      print("  \(bytes.count) bytes: " + bytes.prefix(4096).map(Self.hexadecimal).joined())
      return
    }
    print("not ok \(subject.rawValue): among seeds from \(first), but none of them alone")
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }

  private static func process(_ subject: Subject, seed: UInt64, cases: Int) throws -> (
    isGood: Bool, words: String
  ) {
    let process = Process()
    let errors = Pipe()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = ["--subject", subject.rawValue, "--seed", "\(seed)", "--cases", "\(cases)"]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    try process.run()
    let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let isGood = process.terminationReason == .exit && process.terminationStatus == 0
    let end = process.terminationReason == .exit ? "status" : "signal"
    return (isGood, "\(end) \(process.terminationStatus), \(said.prefix(400))")
  }
}
