import Foundation
import Glibc
import SpinetRealtime
import Synchronization
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
      try FaustProgram(path: "\(bench.folder)/a.dsp", environment: environment(bench, seconds: "0.5"))
    }
    #expect(failure?.cause == .input)
    #expect(failure?.what == "\(bench.folder)/a.dsp")
    #expect(failure?.why == "faust has not finished after 0.5 s")
    #expect(failure?.remedy.contains("SPINET_COMPILE_SECONDS") == true)
    #expect(bench.endlessProcessEnds())
    #expect(try FileManager.default.contentsOfDirectory(atPath: bench.cache).isEmpty)
  }

  @Test func `It is ended when its result is no longer wanted`() throws {
    let bench = try Bench()
    try bench.write("process = 1;", "a.dsp")
    let path = "\(bench.folder)/a.dsp"
    let environment = environment(bench, seconds: "60")
    let engine = FaustEngine(try FaustProgram(path: path, environment: environment), environment: environment)
    try bench.write("process = 2;", "a.dsp")
    try bench.addEndlessFaust()
    let ending = try WorkerThread(name: "ending") {
      while bench.endlessProcess == nil { usleep(1_000) }
      engine.stopCompiling()
    }
    let start = HostTime.now
    let failure = #expect(throws: SpinetError.self) { try engine.recompile() }
    _ = consume ending
    #expect(HostTime.now.seconds - start.seconds < 10)
    #expect(failure?.why.contains("was stopped") == true)
    #expect(bench.endlessProcessEnds())
  }
}
