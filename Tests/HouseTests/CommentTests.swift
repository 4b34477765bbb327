import Foundation
import Testing

/// Every public symbol of a module that a program can import has a comment.
///
/// Three kinds need none of their own. Requirements of a protocol, in a type or an extension that names the protocol:
/// the protocol describes them. What the standard library's protocols ask for, such as `<` and `description`. Cases
/// without values: the comment of their enum explains them.
struct CommentTests {
  private static let importable = Repository.modules.filter { module in
    (try? Repository.importable().contains(module.name)) == true
  }

  @Test(arguments: importable) func `Every public symbol has a comment`(module: Module) throws {
    let requirements = try Self.requirements.get()
    #expect(requirements["SoundEngine"]?.contains("render") == true)
    for file in module.files {
      let declarations = PublicDeclarations(in: try Repository.text(of: file), requirements: requirements)
      #expect(declarations.uncommented == [], "\(file)")
    }
  }

  @Test func `The rule sees what has no comment`() {
    let text = """
      /// A type.
      public struct One: Known {
        public let first = 1
        /// [audio-thread]
        public var second: Int { 2 }
        public func known() {}
        public func unknown() {}
        func hidden() {}
        @inlinable public init() {}
        /// Said.
        @inlinable
        public func said() {}
        public enum Kind {
          case plain
          case valued(Int)
        }
      }
      /// What is asked.
      public protocol Asked {
        func question()
      }
      """
    let declarations = PublicDeclarations(in: text, requirements: ["Known": ["known"]])
    #expect(
      declarations.uncommented == [
        "public let first = 1", "public var second: Int { 2 }", "public func unknown() {}",
        "@inlinable public init() {}", "public enum Kind {", "case valued(Int)", "func question()",
      ])
  }

  /// The names that each protocol of the project asks for, with those of the protocols that it refines.
  private static let requirements = Result { try readRequirements() }

  private static func readRequirements() throws -> [String: Set<String>] {
    var all: [String: Set<String>] = [:]
    var refined: [String: [String]] = [:]
    let protocols = /(?ms)^ *(?:\w+ )*protocol (\w+)([^{]*)\{\n(.*?)^ *\}/
    for text in try Repository.swiftFiles(below: "Sources").map(Repository.text)
    where text.contains("protocol ") {
      for found in text.matches(of: protocols) {
        let names = found.3.matches(of: /\b(?:func|var|let)\s+`?(\w+)/).map { String($0.1) }
        all[String(found.1), default: []].formUnion(names)
        refined[String(found.1), default: []] += found.2.matches(of: /\w+/).map { String($0.0) }
      }
    }
    return Dictionary(
      uniqueKeysWithValues: all.map { name, own in
        (name, (refined[name] ?? []).reduce(own) { $0.union(all[$1] ?? []) })
      })
  }
}

/// The public declarations of a file, by its lines and their indentation, which swift format sets.
private struct PublicDeclarations {
  /// Those that no comment describes, as they stand in the file.
  private(set) var uncommented: [String] = []
  private let lines: [Substring]
  private let requirements: [String: Set<String>]
  /// The types and extensions around a line, from outside to inside.
  private var scopes: [(indentation: Int, header: Substring)] = []

  /// What the protocols of the standard library ask for.
  private static let usual: Set<Substring> = [
    "==", "<", "hash", "description", "debugDescription", "startIndex", "endIndex", "makeIterator", "next",
  ]

  // A literal in a function is compiled at each call.
  nonisolated(unsafe) private static let header =
    /(?:@\S+ |[a-z]+ )*(?:class|struct|enum|protocol|actor|extension) \w.*/
  nonisolated(unsafe) private static let kinds =
    /(?:class|struct|enum|protocol|actor|func|var|let|init|subscript|typealias|associatedtype)/
  nonisolated(unsafe) private static let open =
    /(?:@\S+ )*public (?:[a-z]+(?:\(set\))? )*?(class|struct|enum|protocol|actor|func|var|let|init|subscript|typealias)\b[?]? ?(`?[\w]+|[<>=+\-*\/]+|\(\))?.*/
  nonisolated(unsafe) private static let valuedCase = /(?:indirect )?case (\w+)\(/

  init(in text: String, requirements: [String: Set<String>]) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    self.requirements = requirements
    for index in lines.indices where !lines[index].allSatisfy({ $0 == " " }) { read(index) }
  }

  private mutating func read(_ index: Int) {
    let line = lines[index]
    let indentation = line.prefix { $0 == " " }.count
    while let last = scopes.last, last.indentation >= indentation { scopes.removeLast() }
    let text = line.dropFirst(indentation)
    if text.hasPrefix("}") { return }
    if let name = name(in: text, indentation: indentation), !isExplained(name), !hasComment(index) {
      uncommented.append(String(text))
    }
    if text.hasSuffix("{"), text.wholeMatch(of: Self.header) != nil { scopes.append((indentation, text)) }
  }

  /// The name of the declaration that begins on a line; nil if none does that people can use.
  private func name(in text: Substring, indentation: Int) -> Substring? {
    if text.contains("public "), let found = text.wholeMatch(of: Self.open) {
      return found.1 == "init" ? "init\(found.2 ?? "")" : found.2 ?? found.1
    }
    guard let scope = scopes.last, indentation == scope.indentation + 2 else { return nil }
    if scope.header.hasPrefix("public protocol"), let kind = text.firstMatch(of: Self.kinds),
      text[..<kind.startIndex].allSatisfy({ $0.isLowercase || $0 == " " })
    {
      return text[kind.endIndex...].drop { $0 == " " }.prefix { $0.isLetter }
    }
    if scope.header.contains("public "), scope.header.contains("enum "),
      let found = text.prefixMatch(of: Self.valuedCase)
    {
      return found.1
    }
    return nil
  }

  private func isExplained(_ name: Substring) -> Bool {
    if Self.usual.contains(name) { return true }
    guard let header = scopes.last?.header else { return false }
    return header.split { !$0.isLetter && !$0.isNumber }.contains { word in
      requirements[String(word)]?.contains(String(name)) == true
    }
  }

  /// Whether a comment with a summary stands before a line and its attributes.
  private func hasComment(_ index: Int) -> Bool {
    var before = lines[..<index]
    while let line = before.last?.drop(while: { $0 == " " }),
      line.hasPrefix("@") && !line.contains("public ") || line.hasPrefix("// ")
    {
      before.removeLast()
    }
    var summary: Substring?
    while let line = before.last?.drop(while: { $0 == " " }), line.hasPrefix("///") {
      summary = line
      before.removeLast()
    }
    return summary.map { !$0.hasPrefix("/// [") } ?? false
  }
}
