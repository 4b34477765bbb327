import Testing

/// Where files are, and how long they are.
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

  @Test func `Modules are siblings`() {
    let folders = Repository.modules.map(\.folder)
    for folder in folders {
      #expect(!folders.contains { $0.hasPrefix(folder + "/") }, "\(folder) has a module inside")
    }
  }

  @Test func `Every module has its tests`() {
    let tests = Repository.names(in: "Tests")
    // The synth's inner modules are tested with it.
    let withoutOwn: Set = ["spinet", "Models", "Voices", "Effects", "VoiceLoops", "VoiceLoopsAVX2"]
    for module in Repository.modules where !withoutOwn.contains(module.name) {
      #expect(tests.contains("\(module.name)Tests"), "\(module.folder)")
    }
  }
}
