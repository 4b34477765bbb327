import Engine
import Foundation
import Testing

@testable import FaustEngine

/// From a `.dsp` to code: what is said when it is wrong, and what is kept for the next time.
struct CompilerTests {
  struct Mistake: Sendable {
    let text: String
    let line: String
    let why: String
  }

  @Test(arguments: [
    Mistake(text: "\n\nprocess = foo;", line: ":3", why: "undefined symbol : foo"),
    Mistake(text: "process = 1 +* 2;\n", line: ":1", why: "syntax error"),
    Mistake(
      text: "import(\"stdfaust.lib\");\nimport(\"absent.lib\");\nprocess = 1;", line: ":2", why: "absent.lib"),
    Mistake(text: "process = 1 : (_,_);", line: "", why: "in sequential composition"),
    Mistake(text: "a = 1;", line: "", why: "process"),
    Mistake(text: "process = !;", line: "", why: "no output signal"),
  ]) func `A mistake is told in Faust's words with its line`(mistake: Mistake) throws {
    let path = try Stage.file(mistake.text)
    let failure = #expect(throws: EngineFailure.self) {
      try FaustProgram(path: path, environment: Stage.environment)
    }
    #expect(failure?.cause == .program)
    #expect(failure?.what == path + mistake.line)
    #expect(failure?.why.contains(mistake.why) == true)
    #expect(failure?.description.contains("\n") == false)
  }

  @Test func `A mistake in an effect is one`() throws {
    let path = try Stage.file("process = 1;\neffect = foo;")
    let failure = #expect(throws: EngineFailure.self) {
      try FaustProgram(path: path, environment: Stage.environment)
    }
    #expect(failure?.what == "\(path):2")
  }

  @Test func `A program that wants sound files is refused with another way`() throws {
    let path = try Stage.file("process = 0, 0 : soundfile(\"s[url:{'x.wav'}]\", 1) : !, !, _;")
    let failure = #expect(throws: EngineFailure.self) {
      try FaustProgram(path: path, environment: Stage.environment)
    }
    #expect(failure?.cause == .program)
    #expect(failure?.what == path)
    #expect(failure?.why.contains("soundfile()") == true)
  }

  @Test func `A file that is not there is told`() {
    let failure = #expect(throws: EngineFailure.self) { try FaustProgram(path: "/nowhere/at/all.dsp") }
    #expect(failure?.cause == .program)
    #expect(failure?.what == "/nowhere/at/all.dsp")
  }

  @Test func `Without faust or a C compiler people are told what to install`() throws {
    let path = try Stage.file("process = 1;")
    let bench = try Bench()
    let noFaust = #expect(throws: EngineFailure.self) {
      try FaustProgram(path: path, environment: ["PATH": bench.folder])
    }
    #expect(noFaust?.cause == .machine)
    #expect(noFaust?.remedy.contains("apt-get install faust") == true)
    try bench.addFaust()
    let noCompiler = #expect(throws: EngineFailure.self) {
      try FaustProgram(path: path, environment: ["PATH": bench.folder])
    }
    #expect(noCompiler?.remedy.contains("apt-get install gcc") == true)
  }

  @Test func `A program is compiled once, until it or a library of its own changes`() throws {
    let bench = try Bench()
    try bench.write("level = 0.5;", "mine.lib")
    try bench.write("m = library(\"mine.lib\");\nprocess = m.level;", "a.dsp")
    #expect(try bench.sample("a.dsp") == 0.5)
    let once = try bench.compilations()
    #expect(once.count == 1)
    #expect(try bench.sample("a.dsp") == 0.5)
    #expect(try bench.compilations() == once)
    try bench.write("level = 0.25;", "mine.lib")
    #expect(try bench.sample("a.dsp") == 0.25)
    #expect(try bench.compilations() != once)
    try bench.write("process = 0.125;", "a.dsp")
    #expect(try bench.sample("a.dsp") == 0.125)
  }

  @Test func `A spoilt cache is made anew`() throws {
    let bench = try Bench()
    try bench.write("process = 0.5;", "a.dsp")
    #expect(try bench.sample("a.dsp") == 0.5)
    for name in try FileManager.default.contentsOfDirectory(atPath: bench.cache) where name.hasSuffix(".so") {
      let path = "\(bench.cache)/\(name)"
      try FileManager.default.removeItem(atPath: path)
      try "no library".write(toFile: path, atomically: true, encoding: .utf8)
    }
    #expect(try bench.sample("a.dsp") == 0.5)
  }

  @Test func `Many compile the same at once`() async throws {
    let bench = try Bench()
    try bench.write("process = 0.5;", "a.dsp")
    try await withThrowingTaskGroup(of: Float.self) { group in
      for _ in 0..<6 { group.addTask { try bench.sample("a.dsp") } }
      for try await sample in group { #expect(sample == 0.5) }
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: bench.cache)
    #expect(left.count == 2)
  }

  @Test func `A cache that cannot be written is told`() throws {
    let path = try Stage.file("process = 1;")
    var environment = Stage.environment
    environment["XDG_CACHE_HOME"] = "/proc/nowhere"
    let failure = #expect(throws: EngineFailure.self) {
      try FaustProgram(path: path, environment: environment)
    }
    #expect(failure?.cause == .machine)
    #expect(failure?.what == "/proc/nowhere/spinet/faust")
  }

  @Test(
    arguments: [
      ("x.dsp : 12 : ERROR : undefined symbol : f", 12, "undefined symbol : f"),
      ("ERROR : unable to open file a.lib\n", nil, "unable to open file a.lib"),
      ("WARNING : odd\nx.dsp : 3 : ERROR : bad\n\nHere  A = 1;", 3, "bad Here  A = 1;"),
      ("", nil, "faust failed and did not say why"),
    ] as [(String, Int?, String)])
  func `Faust's complaints are read`(output: String, line: Int?, message: String) {
    let complaint = FaustComplaint(output: output)
    #expect(complaint.line == line)
    #expect(complaint.message == message)
  }
}

/// A folder with programs, a cache and a `faust` of its own.
private struct Bench: Sendable {
  let folder: String
  var cache: String { "\(folder)/cache/spinet/faust" }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "spinet-bench-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  func write(_ text: String, _ name: String) throws {
    try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
  }

  func addFaust() throws {
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/faust", withDestinationPath: "/usr/bin/faust")
  }

  /// What the cache knows of, each with the number that its file has since it was written.
  func compilations() throws -> [String: UInt64] {
    var numbers: [String: UInt64] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: cache) where name.hasSuffix(".uses") {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(cache)/\(name)")
      numbers[name] = attributes[.systemFileNumber] as? UInt64
    }
    return numbers
  }

  /// What a program without inputs says first.
  func sample(_ name: String) throws -> Float {
    let environment = ["PATH": "/usr/bin:/bin", "XDG_CACHE_HOME": "\(folder)/cache"]
    let program = try FaustProgram(path: "\(folder)/\(name)", environment: environment)
    let stage = try Stage(program)
    return stage.render(8).left.first ?? .nan
  }
}
