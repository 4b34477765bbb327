import Testing

/// A closure that stands alone in a `Mutex` is wrapped once more each time it is read, until its call overflows the
/// stack. In a value of its own it is not.
struct GuardedClosureTests {
  private static func lone(in text: String) -> [String] {
    text.split(separator: "\n").map(String.init).filter {
      $0.contains("Mutex<") && $0.contains(/Mutex<[^=]*\) *(throws[^ ]* )?->/)
    }
  }

  @Test func `No mutex guards a lone closure`() throws {
    for file in Repository.swiftFiles(below: "Sources") {
      let found = Self.lone(in: try Repository.text(of: file))
      #expect(found.isEmpty, "\(file): \(found)")
    }
  }

  @Test func `The rule sees closures in a mutex, and nothing else`() {
    let lines = [
      "let watcher = Mutex<(@Sendable () -> Void)?>(nil)", "let all = Mutex<[String: (Int) -> Int]>([:])",
    ]
    for line in lines { #expect(Self.lone(in: line) == [line]) }
    #expect(Self.lone(in: "let kept = Mutex<Watcher?>(nil)\nfunc send() -> Mutex<Int>").isEmpty)
  }
}
