import Foundation
import Testing

@testable import SpinetCsound

/// Csound as it is found at run time.
struct CsoundLibraryTests {
  @Test func `A version whose structures are not known is refused`() {
    for version: Int32 in [5190, 6120, 6129, 6200, 7000] {
      let problem = CsoundLibrary.problem(version: version, sampleBytes: 8)
      #expect(problem?.contains("cannot be used") == true, "\(version)")
    }
    for version: Int32 in [6130, 6181, 6190] {
      #expect(CsoundLibrary.problem(version: version, sampleBytes: 8) == nil, "\(version)")
    }
  }

  @Test func `A library that counts in floats is refused`() {
    #expect(CsoundLibrary.problem(version: 6180, sampleBytes: 4)?.contains("4 bytes, not 8") == true)
  }

  /// With the headers of the installed version.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/usr/include/csound/csdl.h")))
  func `Csound's own headers declare what is declared here`() throws {
    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let folder = Files.sources + "/C/CCsound"
    compiler.arguments = [
      "cc", "-fsyntax-only", "-I", folder, "-I", folder + "/include", Files.fixture("layout.c"),
    ]
    let complaints = Pipe()
    compiler.standardError = complaints
    try compiler.run()
    let text = String(decoding: complaints.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    compiler.waitUntilExit()
    #expect(compiler.terminationStatus == 0, "\(text)")
  }
}
