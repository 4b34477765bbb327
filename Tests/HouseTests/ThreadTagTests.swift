import Testing

/// The tags of threads are those that one article defines.
struct ThreadTagTests {
  private static let article = "Sources/Realtime/Realtime.docc/Threads.md"

  private static func definedTags() throws -> Set<String> {
    Set(try Repository.text(of: article).matches(of: /(?m)^\| `(\[[^`]+\])` \|/).map { String($0.1) })
  }

  /// Everything in square brackets that names a thread or the time of rendering, and whatever else stands so in a
  /// comment, apart from code and links.
  private static func tags(in source: String) -> [String] {
    // A tag may go on in the next line.
    let text = source.replacing(#/\n *//+ /#, with: " ")
    let threads = text.matches(of: /\[[a-z][a-z ,&!|-]*-(thread|rendering)\b[^\]\n]*\]/).map { String($0.0) }
    let comments = text.matches(of: /(?m)^ *\/\/+ (.*)$/).map { $0.1.replacing(/`[^`]*`/, with: "") }
    let others = comments.flatMap { $0.matches(of: /(?:^|\s)(\[[a-z][^\]]*\])(?!\()/).map { String($0.1) } }
    return threads + others.filter { !threads.contains($0) }
  }

  @Test func `A comment has no tag of a thread that is not defined, and each that is defined is used`() throws
  {
    let defined = try Self.definedTags()
    #expect(defined.isSuperset(of: ["[audio-thread]", "[control-thread]", "[any-thread]"]))
    var used: Set<String> = []
    let files =
      Repository.swiftFiles(below: "Sources") + Repository.swiftFiles(below: "Tests")
      + Repository.files(below: "Sources", ending: ".md") + Repository.files(below: "Sources", ending: ".h")
    for file in files where file != Self.article && !file.hasPrefix("Tests/HouseTests/") {
      for tag in Self.tags(in: try Repository.text(of: file)) {
        #expect(defined.contains(tag), "\(file): \(tag)")
        used.insert(tag)
      }
    }
    #expect(used == defined)
  }

  @Test func `A condition in a tag is not overlooked`() {
    #expect(Self.tags(in: "/// Does it. [any-thread but\n  /// this one]\n") == ["[any-thread but this one]"])
    let odd = ["[audio-thread, and its helpers]", "[any-thread but this one]", "[audio-thread & !active]"]
    for tag in odd + ["[not-rendering]"] { #expect(Self.tags(in: "Does it. \(tag)\n") == [tag]) }
    #expect(Self.tags(in: "samples[audio - thread]").isEmpty)
  }

  @Test func `What stands in brackets in a comment is a tag, whatever its words are`() {
    for tag in ["[transition]", "[its thread]", "[producer]"] {
      #expect(Self.tags(in: "  /// Does it. \(tag)\n  func does() {}\n") == [tag])
    }
    let none = "/// See [the page](a.md) and `[x]`, and marks[n].\nlet both = [one, two]\n"
    #expect(Self.tags(in: none).isEmpty)
  }
}
