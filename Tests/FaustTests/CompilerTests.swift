import Foundation
import Glibc
import SpinetEngine
import SpinetRealtime
import SpinetText
import SpinetWidgets
import SystemPackage
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
    let path = try FaustRig.file(mistake.text)
    let failure = #expect(throws: SpinetError.self) {
      try FaustProgram(path: path, settings: FaustRig.settings)
    }
    #expect(failure?.code == .programFailed)
    #expect(failure?.what == path.string + mistake.line)
    #expect(failure?.why.contains(mistake.why) == true)
    #expect(failure?.description.contains("\n") == false)
  }

  @Test func `A mistake in an effect is one`() throws {
    let path = try FaustRig.file("process = 1;\neffect = foo;")
    let failure = #expect(throws: SpinetError.self) {
      try FaustProgram(path: path, settings: FaustRig.settings)
    }
    #expect(failure?.what == "\(path):2")
  }

  @Test func `Latin-1 is read`() throws {
    let path = try FaustRig.file("")
    let text = "process = hslider(\"caf?\",0.5,0,1,0.1); // d?j? vu"
    try Data(text.utf8.map { $0 == UInt8(ascii: "?") ? 0xE9 : $0 }).write(to: URL(filePath: path.string))
    let program = try FaustProgram(path: path, settings: FaustRig.settings)
    #expect(program.widgets.map(\.name) == ["café"])
  }

  @Test(arguments: ["a\nb.dsp", "quo\"ted.dsp", "back\\slash.dsp", ".dsp", "no ending"])
  func `Any file name is accepted`(name: String) throws {
    let path = try FaustRig.file("import(\"mine.lib\");\nprocess = level;", named: name)
    let folder = URL(filePath: path.string).deletingLastPathComponent()
    try "level = 0.25;".write(to: folder.appending(path: "mine.lib"), atomically: true, encoding: .utf8)
    #expect(try FaustRig(path: path).render(8).left.first == 0.25)
  }

  @Test func `A mistake names the file as it is called`() throws {
    let path = try FaustRig.file("process = foo;", named: "quo\"ted.dsp")
    let failure = #expect(throws: SpinetError.self) {
      try FaustProgram(path: path, settings: FaustRig.settings)
    }
    #expect(failure?.what == "\(path):1")
  }

  @Test func `Libraries are found in the folders that are named`() throws {
    let bench = try Bench()
    try bench.write("level = 0.25;", "mine.lib")
    try bench.write("#define HALF(x) ((x) / 2)\nstatic float half(float x) { return HALF(x); }", "half.h")
    let path = try FaustRig.file(
      "import(\"mine.lib\"); process = level : ffunction(float half(float), \"half.h\", \"\");")
    #expect(throws: SpinetError.self) { try FaustProgram(path: path, settings: FaustRig.settings) }
    var settings = FaustRig.settings
    settings.includeFolders = [FilePath(bench.folder)]
    #expect(try FaustRig(FaustProgram(path: path, settings: settings)).render(8).left.first == 0.125)
    try bench.write("static float half(float x) { return x / 4; }", "half.h")
    #expect(try FaustRig(FaustProgram(path: path, settings: settings)).render(8).left.first == 0.0625)
  }

  private static let plusPlus = """
    template <typename Number> struct Twice { static Number of(Number x) { return 2 * x; } };
    static float twice(float x) { return Twice<float>::of(x); }
    """

  @Test func `A program may call C++`() throws {
    let bench = try Bench()
    try bench.write(Self.plusPlus, "twice.h")
    try bench.write("process = 0.25 : ffunction(float twice(float), \"twice.h\", \"\");", "a.dsp")
    #expect(try bench.sample("a.dsp") == 0.5)
  }

  @Test func `Without a C++ compiler people are told the error and what to install`() throws {
    let bench = try Bench()
    try bench.addFaust()
    try FileManager.default.createSymbolicLink(
      atPath: "\(bench.folder)/cc", withDestinationPath: "/usr/bin/cc")
    try bench.write(Self.plusPlus, "twice.h")
    try bench.write("process = 0.25 : ffunction(float twice(float), \"twice.h\", \"\");", "a.dsp")
    let settings = FaustSettings(
      environment: ["PATH": bench.folder, "XDG_CACHE_HOME": "\(bench.folder)/cache"])
    let failure = #expect(throws: SpinetError.self) {
      try FaustProgram(path: FilePath("\(bench.folder)/a.dsp"), settings: settings)
    }
    #expect(failure?.why.contains("twice.h") == true)
    #expect(failure?.remedy.description.contains("apt-get install g++") == true)
  }

  @Test func `The compiler's list of headers is read`() {
    let rule = "/w/program.so: /w/program.c \\\n /a\\ b/x.h \\\n y.h\n"
    #expect(CodeAssembler.prerequisites(rule) == ["/w/program.c", "/a b/x.h", "y.h"])
  }

  @Test(arguments: [
    ("declare options \"[double:on]\";", [true, false, false]),
    ("declare  options  \"[ vec : on ][fastmath:on]\" ;\nprocess=1;", [false, true, true]),
    ("declare options \"[fastmath:off][nvoices:2]\";", [false, false, false]),
    ("process = 1;", [false, false, false]),
  ]) func `A program chooses how its code is made`(text: String, expected: [Bool]) {
    let options = CodeOptions(program: text)
    #expect([options.isDouble, options.isVectorised, options.hasFastMath] == expected)
  }

  @Test func `Arithmetic is reordered only for a program that asks for it`() {
    #expect(!CodeOptions().compilerFlags(forCPlusPlus: false).contains("-ffast-math"))
    let fast = CodeOptions(program: "declare options \"[fastmath:on]\";")
    #expect(fast.compilerFlags(forCPlusPlus: false).contains("-ffast-math"))
  }

  @Test(arguments: ["", "[vec:on]", "[fastmath:on]"]) func `Numbers are floats`(options: String) throws {
    let rig = try FaustRig("declare options \"\(options)\"; process = +(0.1) ~ _;")
    let sum = (0..<1000).reduce(Float(0)) { sum, _ in sum + 0.1 }
    #expect(rig.render(1000).left[999] == sum)
  }

  @Test func `Numbers are doubles for a program that asks for it`() throws {
    let rig = try FaustRig("declare options \"[double:on]\"; process = +(0.1) ~ _;")
    let sum = (0..<1000).reduce(0.0) { sum, _ in sum + 0.1 }
    #expect(rig.render(1000).left[999] == Float(sum))
  }

  @Test func `A file that is not there is told`() {
    let failure = #expect(throws: SpinetError.self) { try FaustProgram(path: "/nowhere/at/all.dsp") }
    #expect(failure?.code == .notReadable)
    #expect(failure?.what == "/nowhere/at/all.dsp")
  }

  @Test func `Without faust or a C compiler people are told what to install`() throws {
    let path = try FaustRig.file("process = 1;")
    let bench = try Bench()
    let noFaust = #expect(throws: SpinetError.self) {
      try FaustProgram(path: path, settings: FaustSettings(environment: ["PATH": bench.folder]))
    }
    #expect(noFaust?.code == .notInstalled)
    #expect(noFaust?.remedy.description.contains("apt-get install faust") == true)
    try bench.addFaust()
    let noCompiler = #expect(throws: SpinetError.self) {
      try FaustProgram(path: path, settings: FaustSettings(environment: ["PATH": bench.folder]))
    }
    #expect(noCompiler?.remedy.description.contains("apt-get install gcc") == true)
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
    let path = try FaustRig.file("process = 1;")
    var settings = FaustRig.settings
    settings.environment["XDG_CACHE_HOME"] = "/proc/nowhere"
    let failure = #expect(throws: SpinetError.self) {
      try FaustProgram(path: path, settings: settings)
    }
    #expect(failure?.code == .folderUnusable)
    #expect(failure?.what == "/proc/nowhere/spinet/faust")
  }

  @Test func `A cache to which others can add code is refused`() throws {
    let bench = try Bench()
    try bench.write("process = 0.5;", "a.dsp")
    #expect(try bench.sample("a.dsp") == 0.5)
    for folder in [bench.cache, "\(bench.folder)/cache/spinet", "\(bench.folder)/cache"] {
      #expect(chmod(folder, 0o777) == 0)
      let failure = #expect(throws: SpinetError.self) { try bench.sample("a.dsp") }
      #expect(failure?.code == .folderUnusable)
      #expect(failure?.what == folder)
      #expect(failure?.why.contains("other users may write there") == true)
      #expect(chmod(folder, 0o700) == 0)
    }
    #expect(try bench.sample("a.dsp") == 0.5)
  }

  @Test func `Without a home the cache is a folder that only this user can write`() throws {
    let bench = try Bench()
    let own = FilePath("\(bench.folder)/spinet-\(geteuid())")
    let cache = CodeCache(environment: [:], temporary: FilePath(bench.folder))
    #expect(cache.folder == own.appending("spinet/faust"))
    _ = try cache.makeWorkFolder()
    for folder in [own, own.appending("spinet"), cache.folder] {
      var status = stat()
      #expect(stat(folder.string, &status) == 0 && status.st_mode & 0o777 == 0o700)
    }
    #expect(chmod(own.string, 0o1777) == 0)
    #expect(throws: SpinetError.self) { try cache.check() }
    #expect(throws: SpinetError.self) { _ = try cache.makeWorkFolder() }
  }

  @Test(.enabled(if: geteuid() == 0)) func `A cache that belongs to another user is refused`() throws {
    let bench = try Bench()
    let cache = CodeCache(environment: [:], temporary: FilePath(bench.folder))
    _ = try cache.makeWorkFolder()
    #expect(chown(cache.folder.string, 12_345, 12_345) == 0)
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
      _ = try FaustProgram(path: FaustRig.file("process = 1;"), settings: FaustRig.settings)
      guard Self.handlers == before else { exit(1) }
      watchProgramCrashes()
      exit(Self.handlers == before ? 2 : 0)
    }
  }
}
