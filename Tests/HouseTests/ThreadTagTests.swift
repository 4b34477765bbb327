import Testing

/// The tags of threads are those that one article defines.
struct ThreadTagTests {
  private static let article = "Sources/Realtime/Realtime.docc/Threads.md"

  private static func definedTags() throws -> Set<String> {
    Set(try Repository.text(of: article).matches(of: /(?m)^\| `(\[[^`]+\])` \|/).map { String($0.1) })
  }

  /// Everything in square brackets that names a thread or the time of rendering.
  private static func tags(in text: String) -> [String] {
    text.matches(of: /\[[a-z][a-z ,&!|-]*-(thread|rendering)\b[^\]\n]*\]/).map { String($0.0) }
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
    let odd = ["[audio-thread, and its helpers]", "[any-thread but this one]", "[audio-thread & !active]"]
    for tag in odd + ["[not-rendering]"] { #expect(Self.tags(in: "Does it. \(tag)\n") == [tag]) }
    #expect(Self.tags(in: "samples[audio - thread]").isEmpty)
  }
}
