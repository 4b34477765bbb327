import Testing

/// What lies where, and how long it is.
struct LayoutTests {
  @Test func `The top level holds nothing beyond its layout`() throws {
    let allowed: Set = ["Package.swift", "Sources", "Tests", "mappings", "examples", "README.md", "LICENSE"]
    let others = try Repository.topLevel().filter { !$0.hasPrefix(".") && !allowed.contains($0) }
    #expect(others == [])
  }

  @Test func `No file is longer than three hundred lines`() throws {
    for file in Repository.swiftFiles(below: "Sources") + Repository.swiftFiles(below: "Tests") {
      let lines =
        try Repository.text(of: file).split(separator: "\n", omittingEmptySubsequences: false).count - 1
      #expect(lines <= 300, "\(file)")
    }
  }

  @Test func `Every room of models has its tests`() {
    let tests = Repository.names(in: "Tests")
    for room in [
      "MIDI", "Documents", "Widgets", "Keyboard", "Mapping", "DSP", "Realtime", "Engine", "Synth", "Sampler",
    ] {
      #expect(tests.contains("\(room)Tests"))
    }
  }
}
