import Foundation
import SystemPackage
import Testing

@testable import SpinetFaust

@Suite struct `The files of a program` {
  @Test func `are itself, those it names, and those that these name, there or not`() throws {
    let folder = NSTemporaryDirectory() + "spinet-files-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let texts = [
      "a.dsp": "import(\"b.lib\"); c = library(\"c.lib\"); process = c.x;",
      "b.lib": "import(\"a.dsp\"); import(\"d.lib\");",
    ]
    for (name, text) in texts {
      try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    }
    let files = FaustSourceFile.files(ofProgramAt: FilePath("\(folder)/a.dsp"))
    #expect(files == ["a.dsp", "b.lib", "c.lib", "d.lib"].map { FilePath("\(folder)/\($0)") })
  }

  @Test func `are itself alone while it is away`() {
    #expect(FaustSourceFile.files(ofProgramAt: "/nowhere/a.dsp") == ["/nowhere/a.dsp"])
  }
}
