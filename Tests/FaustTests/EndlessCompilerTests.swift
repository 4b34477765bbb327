import Foundation
import Glibc
import Scratch
import SpinetRealtime
import SpinetText
import Synchronization
import SystemPackage
import Testing

@testable import SpinetFaust

/// A compiler that never ends does not hold up Spinet.
struct EndlessCompilerTests {
  private func environment(_ bench: Bench, seconds: String) -> [String: String] {
    [
      "PATH": "\(bench.folder):/usr/bin:/bin", "XDG_CACHE_HOME": "\(bench.folder)/cache",
      "SPINET_COMPILE_SECONDS": seconds,
    ]
  }

  @Test func `It is ended after its time, with all that it started`() throws {
    let bench = try Bench()
    try bench.addEndlessFaust()
    try bench.write("process = 1;", "a.dsp")
    let failure = #expect(throws: SpinetError.self) {
      try FaustProgram(
        path: FilePath("\(bench.folder)/a.dsp"),
        settings: FaustSettings(environment: environment(bench, seconds: "0.5")))
    }
    #expect(failure?.code == .programFailed)
    #expect(failure?.what == "\(bench.folder)/a.dsp")
    #expect(failure?.why == "faust has not finished after 0.5 s")
    #expect(failure?.remedy.description.contains("SPINET_COMPILE_SECONDS") == true)
    #expect(bench.endlessProcessEnds())
    #expect(try FileManager.default.contentsOfDirectory(atPath: bench.cache).isEmpty)
  }

  @Test func `It is ended when its result is no longer wanted`() throws {
    let bench = try Bench()
    try bench.write("process = 1;", "a.dsp")
    let path = FilePath("\(bench.folder)/a.dsp")
    let isUnwanted = Mutex(false)
    var settings = FaustSettings(environment: environment(bench, seconds: "60"))
    settings.isUnwanted = { isUnwanted.withLock { $0 } }
    try bench.addEndlessFaust()
    let ending = try WorkerThread(name: "ending") {
      _ = eventually(within: 60) { bench.endlessProcess != nil }
      isUnwanted.withLock { $0 = true }
    }
    let start = HostTime.now
    let failure = #expect(throws: SpinetError.self) {
      try FaustProgram(path: path, settings: settings)
    }
    _ = consume ending
    #expect(HostTime.now.seconds - start.seconds < 10)
    #expect(failure?.why.contains("was stopped") == true)
    #expect(bench.endlessProcessEnds())
  }

  @Test func `What takes longer than a second is told once`() throws {
    let bench = try Bench()
    try bench.addEndlessFaust()
    try bench.write("process = 1;", "a.dsp")
    let told = Mutex<[String]>([])
    var settings = FaustSettings(environment: environment(bench, seconds: "1.5"))
    settings.tell = { line in told.withLock { $0.append(line) } }
    #expect(throws: SpinetError.self) {
      try FaustProgram(path: FilePath("\(bench.folder)/a.dsp"), settings: settings)
    }
    #expect(
      told.withLock { $0 } == [
        "a.dsp: it is still being compiled; each compiler may take 1.5 s (SPINET_COMPILE_SECONDS)"
      ])
  }

  @Test(arguments: ["soon", "0", "-1", "nan", "1e9"]) func `A time that is none is refused`(seconds: String)
    throws
  {
    let bench = try Bench()
    try bench.write("process = 1;", "a.dsp")
    let settings = FaustSettings(environment: environment(bench, seconds: seconds))
    let failure = #expect(throws: SpinetError.self) {
      try FaustProgram(path: FilePath("\(bench.folder)/a.dsp"), settings: settings)
    }
    #expect(failure?.what == "SPINET_COMPILE_SECONDS '\(seconds)'")
  }

  @Test func `The folder of a process that was killed is removed at the next start, one in use stays`() throws
  {
    let bench = try Bench()
    let cache = CodeCache(environment: ["XDG_CACHE_HOME": "\(bench.folder)/cache"])
    let used = try cache.makeWorkFolder()
    let abandoned = cache.folder.appending("work-killed")
    #expect(mkdir(abandoned.string, 0o700) == 0)
    cache.removeAbandonedWork()
    #expect(abandoned.exists, "it may be locked in a moment")
    for path in [abandoned, used.path] {
      let long = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)]
      #expect(utimensat(AT_FDCWD, path.string, long, 0) == 0)
    }
    try bench.write("process = 0.5;", "a.dsp")
    #expect(try bench.sample("a.dsp") == 0.5)
    #expect(!abandoned.exists)
    let isUsed = used.path.exists
    #expect(isUsed)
  }
}
