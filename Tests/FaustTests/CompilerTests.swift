import Foundation
import Glibc
import SpinetEngine
import SpinetRealtime
import Testing

@testable import SpinetFaust

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
    let failure = #expect(throws: SpinetError.self) {
      try FaustProgram(path: path, environment: Stage.environment)
    }
    #expect(failure?.cause == .input)
    #expect(failure?.what == path + mistake.line)
    #expect(failure?.why.contains(mistake.why) == true)
    #expect(failure?.description.contains("\n") == false)
  }

  @Test func `A mistake in an effect is one`() throws {
    let path = try Stage.file("process = 1;\neffect = foo;")
    let failure = #expect(throws: SpinetError.self) {
      try FaustProgram(path: path, environment: Stage.environment)
    }
    #expect(failure?.what == "\(path):2")
  }

  @Test func `A program that wants sound files is refused with another way`() throws {
    let path = try Stage.file("process = 0, 0 : soundfile(\"s[url:{'x.wav'}]\", 1) : !, !, _;")
    let failure = #expect(throws: SpinetError.self) {
      try FaustProgram(path: path, environment: Stage.environment)
    }
    #expect(failure?.cause == .input)
    #expect(failure?.what == path)
    #expect(failure?.why.contains("soundfile()") == true)
  }

  @Test func `A file that is not there is told`() {
    let failure = #expect(throws: SpinetError.self) { try FaustProgram(path: "/nowhere/at/all.dsp") }
    #expect(failure?.cause == .input)
    #expect(failure?.what == "/nowhere/at/all.dsp")
  }

  @Test func `Without faust or a C compiler people are told what to install`() throws {
    let path = try Stage.file("process = 1;")
    let bench = try Bench()
    let noFaust = #expect(throws: SpinetError.self) {
      try FaustProgram(path: path, environment: ["PATH": bench.folder])
    }
    #expect(noFaust?.cause == .device)
    #expect(noFaust?.remedy.contains("apt-get install faust") == true)
    try bench.addFaust()
    let noCompiler = #expect(throws: SpinetError.self) {
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
    let failure = #expect(throws: SpinetError.self) {
      try FaustProgram(path: path, environment: environment)
    }
    #expect(failure?.cause == .device)
    #expect(failure?.what == "/proc/nowhere/spinet/faust")
  }

  @Test func `A cache to which others can add code is refused`() throws {
    let bench = try Bench()
    try bench.write("process = 0.5;", "a.dsp")
    #expect(try bench.sample("a.dsp") == 0.5)
    for folder in [bench.cache, "\(bench.folder)/cache/spinet", "\(bench.folder)/cache"] {
      #expect(chmod(folder, 0o777) == 0)
      let failure = #expect(throws: SpinetError.self) { try bench.sample("a.dsp") }
      #expect(failure?.cause == .device)
      #expect(failure?.what == folder)
      #expect(failure?.why.contains("other users may write there") == true)
      #expect(chmod(folder, 0o700) == 0)
    }
    #expect(try bench.sample("a.dsp") == 0.5)
  }

  @Test func `Without a home the cache is a folder that only this user can write`() throws {
    let bench = try Bench()
    let own = "\(bench.folder)/spinet-\(geteuid())"
    let cache = CodeCache(environment: [:], temporary: bench.folder)
    #expect(cache.folder == "\(own)/spinet/faust")
    _ = try cache.makeWorkFolder()
    for folder in [own, "\(own)/spinet", cache.folder] {
      var status = stat()
      #expect(stat(folder, &status) == 0 && status.st_mode & 0o777 == 0o700)
    }
    #expect(chmod(own, 0o1777) == 0)
    #expect(throws: SpinetError.self) { try cache.check() }
    #expect(throws: SpinetError.self) { try cache.makeWorkFolder() }
  }

  @Test(.enabled(if: geteuid() == 0)) func `A cache that belongs to another user is refused`() throws {
    let bench = try Bench()
    let cache = CodeCache(environment: [:], temporary: bench.folder)
    _ = try cache.makeWorkFolder()
    #expect(chown(cache.folder, 12_345, 12_345) == 0)
    let failure = #expect(throws: SpinetError.self) { try cache.check() }
    #expect(failure?.why.contains("belongs to another user") == true)
  }

  @Test(
    arguments: [
      ("x.dsp : 12 : ERROR : undefined symbol : f", 12, "undefined symbol : f"),
      ("ERROR : unable to open file a.lib\n", nil, "unable to open file a.lib"),
      ("WARNING : odd\nx.dsp : 3 : ERROR : bad\n\nHere  A = 1;", 3, "bad Here  A = 1;"),
      ("", nil, "faust failed and did not say why"),
    ] as [(String, Int?, String)])
  func `Faust's complaints are read`(output: String, line: Int?, message: String) {
    let complaint = FaustCompilerMessage(output: output)
    #expect(complaint.line == line)
    #expect(complaint.message == message)
  }

  private static let crashes = [SIGSEGV, SIGBUS, SIGFPE, SIGILL]

  private static var handlers: [Int] {
    crashes.map { number in
      var action = sigaction()
      sigaction(number, nil, &action)
      return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    }
  }

  @Test func `Crashes are watched for only when a program asks for it`() async {
    await #expect(processExitsWith: .success) {
      let before = Self.handlers
      _ = try FaustProgram(path: Stage.file("process = 1;"), environment: Stage.environment)
      guard Self.handlers == before else { exit(1) }
      watchProgramCrashes()
      exit(Self.handlers == before ? 2 : 0)
    }
  }
}
