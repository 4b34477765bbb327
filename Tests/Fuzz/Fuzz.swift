import Foundation

/// Feeds spoilt files and bytes to everything that reads what others wrote.
///
///     fuzz [--seconds N | --inputs N] [--seed N] [--subject NAME]
///     fuzz --subject NAME --seed N --cases N
///
/// From the root of the repository, whose files it spoils. The first form runs for about N seconds, 10 without
/// it, or gives each subject N inputs, in processes of their own, so that one that dies is seen; it ends with
/// `N passed, N failed`, a count of subjects. The second runs cases in this process: so a failure is looked at.
@main struct Fuzz {
  static func main() throws {
    let options = try Options(CommandLine.arguments.dropFirst())
    if let cases = options.cases, let subject = options.subject {
      try subject.run(seeds: options.seed..<options.seed + UInt64(cases))
      return
    }
    let subjects = options.subject.map { [$0] } ?? Subject.allCases
    let limit =
      options.inputs.map(Campaign.Limit.inputs) ?? .seconds(options.seconds / Double(subjects.count))
    let campaign = Campaign(limit: limit, seed: options.seed)
    var failed = 0
    for subject in subjects where try !campaign.run(subject) { failed += 1 }
    print("\(subjects.count - failed) passed, \(failed) failed")
    exit(failed == 0 ? 0 : 1)
  }
}

/// The words of the command.
struct Options {
  var seconds = 10.0
  var inputs: Int?
  var seed: UInt64 = 1
  var subject: Subject?
  var cases: Int?

  struct Misuse: Error, CustomStringConvertible { let description: String }

  init(_ words: ArraySlice<String>) throws {
    var rest = words
    while let option = rest.popFirst() {
      guard let value = rest.popFirst() else { throw Misuse(description: "\(option) without a value") }
      switch option {
      case "--seconds": seconds = try Self.number(value, Double.init)
      case "--inputs": inputs = try Self.number(value, Int.init)
      case "--seed": seed = try Self.number(value, UInt64.init)
      case "--cases": cases = try Self.number(value, Int.init)
      case "--subject": subject = try Self.number(value, Subject.init(rawValue:))
      default: throw Misuse(description: "unknown option \(option)")
      }
    }
  }

  private static func number<T>(_ text: String, _ read: (String) -> T?) throws -> T {
    guard let value = read(text) else { throw Misuse(description: "'\(text)' cannot be read") }
    return value
  }
}
