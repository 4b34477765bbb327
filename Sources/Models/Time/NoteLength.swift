/// The length of a note as musicians write it: `1/8`, dotted `1/8.`, a triplet's `1/8T`. [any-thread]
package struct NoteLength: Hashable, Sendable, BitwiseCopyable {
  package enum Form: String, Hashable, Sendable, CaseIterable, BitwiseCopyable {
    case dotted = "."
    case plain = ""
    case triplet = "T"
  }

  /// 1, 2, 4 … 64.
  package let denominator: Int
  package let form: Form

  private init(_ denominator: Int, _ form: Form) { (self.denominator, self.form) = (denominator, form) }

  package static let sixteenth = NoteLength(16, .plain)

  /// From whole notes to sixty-fourths, each dotted, plain and as a triplet.
  package static let all: [NoteLength] = [1, 2, 4, 8, 16, 32, 64].flatMap { denominator in
    Form.allCases.map { NoteLength(denominator, $0) }
  }

  package static let names = all.map(\.name)

  package var name: String { "1/\(denominator)\(form.rawValue)" }

  /// Nil if no length has this name.
  package init?(_ name: String) {
    guard let length = Self.all.first(where: { $0.name == name || $0.name.lowercased() == name }) else {
      return nil
    }
    self = length
  }

  /// The length at an index of `names`, limited to those that there are.
  package init(index: Int) { self = Self.all[min(max(index, 0), Self.all.count - 1)] }

  package var index: Int { Self.all.firstIndex(of: self) ?? 0 }

  package var ticks: Ticks {
    let plain = Ticks(4 * Ticks.perQuarter / Int64(denominator))
    return switch form {
    case .plain: plain
    case .dotted: Ticks(fractions: plain.fractions / 2 * 3)
    case .triplet: Ticks(fractions: plain.fractions / 3 * 2)
    }
  }
}

/// How late the second of two equal notes comes: its beginning, in percent of both. 50 is even, 67 a triplet's.
/// [any-thread]
package struct Swing: Hashable, Sendable, BitwiseCopyable {
  package static let range = 50.0...75.0
  package static let none = Swing(percent: 50)

  package let percent: Double

  /// Limited to the range.
  package init(percent: Double) {
    self.percent = percent.isNaN ? 50 : min(max(percent, Self.range.lowerBound), Self.range.upperBound)
  }

  /// How much later than even a step begins. Steps are numbered from 0, which is on the beat.
  package func delay(ofStep step: Int, length: Ticks) -> Ticks {
    step.isMultiple(of: 2) ? .zero : length * (percent / 50 - 1)
  }
}
