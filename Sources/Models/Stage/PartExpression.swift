import SpinetMIDI
import SpinetRealtime
import SpinetText

/// Parts in one line: `warm-pad + round-bass@..B3`.
///
/// After a sound, each `@` limits or moves it: `@LOW..HIGH` its keys, `@vLOW..HIGH` its velocities, `@chN` or
/// `@chN..M` its channels, `@+12` or `@-12` its pitch in semitones.
package struct PartExpression {
  package let parts: [Part]
  /// How it was written.
  package let text: String

  /// Whether the text is only the name of one sound.
  package var isPlain: Bool {
    parts.count == 1 && parts[0] == Part(parts[0].name, sound: text)
  }

  /// - Throws: what is wrong, and the position of the first wrong character.
  package init(_ text: String) throws(SpinetError) {
    self.text = text
    var parts: [Part] = []
    var offset = 0
    for term in Self.terms(of: text) {
      let part = try Self.part(term, at: offset, of: text)
      parts.append(Self.named(part, beside: parts))
      offset += term.count + Self.plus.count
    }
    guard parts.count <= Stage.mostParts else {
      throw SpinetError(
        .wrongValue, what: "'\(text.shortened)'", why: "it has \(parts.count) parts",
        remedy: "give \(Stage.mostParts) at most")
    }
    self.parts = parts
  }

  private static let plus = " + "

  private static func terms(of text: String) -> [String] {
    var terms: [String] = []
    var rest = text[...]
    while let range = rest.firstRange(of: plus) {
      terms.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    return terms + [String(rest)]
  }

  private static func part(_ term: String, at offset: Int, of text: String) throws(SpinetError) -> Part {
    var words = term.split(separator: "@", omittingEmptySubsequences: false).map(String.init)
    var rules: [String] = []
    while words.count > 1, isRule(words[words.count - 1].trimmed) { rules.insert(words.removeLast(), at: 0) }
    let sound = words.joined(separator: "@").trimmed
    guard !sound.isEmpty else {
      throw problem("a sound is missing, expected its name", at: offset, of: text)
    }
    var part = Part(name(of: sound), sound: sound)
    var position = offset + words.joined(separator: "@").count + 1
    for rule in rules {
      do throws(ReadingProblem) {
        try part.take(rule: rule.trimmed)
      } catch {
        throw problem(error.why, at: position, of: text)
      }
      position += rule.count + 1
    }
    return part
  }

  private static func problem(_ message: String, at offset: Int, of text: String) -> SpinetError {
    SpinetError(
      .wrongValue, what: "'\(text.shortened)'", why: "character \(offset + 1): \(message)",
      remedy: "write parts as in 'warm-pad + round-bass@..B3'")
  }

  /// Whether a word after an `@` is meant as a rule, right or wrong, and not as the rest of a file's name.
  private static func isRule(_ word: String) -> Bool {
    word.contains("..") || NoteName(word) != nil || Int(word) != nil
      || ["v", "ch"].contains { word.hasPrefix($0) && word.dropFirst($0.count).first?.isNumber ?? false }
  }

  /// The file's name without folders and extension; the preset's name if one follows a colon.
  private static func name(of sound: String) -> String {
    let file = sound.split(separator: "/").last.map(String.init) ?? sound
    let stem = file.firstIndex(of: ":").map { String(file[file.index(after: $0)...]) } ?? file
    guard let dot = stem.lastIndex(of: "."), dot != stem.startIndex else { return stem }
    return String(stem[..<dot])
  }

  /// The same sound twice is `pad` and `pad-2`.
  private static func named(_ part: Part, beside others: [Part]) -> Part {
    let taken = Set(others.map(\.name))
    var part = part
    let name = part.name
    var number = 2
    while taken.contains(part.name) {
      part.name = "\(name)-\(number)"
      number += 1
    }
    return part
  }
}

extension Part {
  fileprivate mutating func take(rule: String) throws(ReadingProblem) {
    if rule.hasPrefix("ch") {
      channels = try PartRange.channels(String(rule.dropFirst(2)))
    } else if rule.first == "v" {
      velocities = try PartRange.velocities(String(rule.dropFirst()))
    } else if rule.first == "+" || rule.first == "-" && !rule.contains("..") {
      guard let semitones = Int(rule), Self.transpositions.contains(semitones) else {
        throw ReadingProblem("\(rule) semitones, expected -60 to +60")
      }
      transpose = semitones
    } else {
      keys = [try PartRange.keys(rule)]
    }
  }

  /// In semitones.
  package static let transpositions = -60...60
}
