import Foundation
import SpinetRealtime
import SystemPackage
import Testing

@testable import SpinetFaust

/// The memory that a program asks for.
struct MemoryTests {
  private static func settings(_ limit: String) -> FaustSettings {
    var settings = FaustRig.settings
    settings.environment["SPINET_PROGRAM_MEMORY"] = limit
    return settings
  }

  private static let voice =
    "process = @(100000) * hslider(\"freq\",440,20,9999,1) * button(\"gate\") * hslider(\"gain\",1,0,1,0.1);"

  @Test(arguments: [
    // Half a megabyte of delay; four megabytes of table; 22 voices of half a megabyte.
    ("process = @(100000);", "1M", true), ("process = @(100000);", "400000", false),
    ("process = rdtable(1<<20, 1, 0);", "5M", true), ("process = rdtable(1<<20, 1, 0);", "3M", false),
    (voice, "16M", true), (voice, "4M", false),
    ("declare options \"[nvoices:2]\";" + voice, "6M", true),
    ("process = rdtable(1<<29, 1, 0);", "", false),
  ]) func `A program gets what is allowed`(text: String, limit: String, isAllowed: Bool) throws {
    let path = try FaustRig.file(text)
    do throws(SpinetError) {
      _ = try FaustProgram(path: path, settings: Self.settings(limit))
      #expect(isAllowed)
    } catch {
      #expect(!isAllowed)
      #expect(error.what == path.string)
      #expect(error.remedy.description.contains("SPINET_PROGRAM_MEMORY="))
    }
  }

  @Test func `Much is told`() throws {
    let program = try FaustRig.program("process = @(1<<26);")
    #expect(program.notes == ["test.dsp: it uses 512 MB of memory"])
  }

  @Test(arguments: ["much", "0", "-1G", "1T", "G"]) func `A size that is none is refused`(limit: String)
    throws
  {
    let failure = #expect(throws: SpinetError.self) {
      try FaustProgram(path: FaustRig.file("process = 1;"), settings: Self.settings(limit))
    }
    #expect(failure?.what == "SPINET_PROGRAM_MEMORY '\(limit)'")
  }

  @Test(arguments: [
    ("process = 0.5, 1e7;", 0.5), ("process = 0.5, 0.5, 1e7;", 0.5),
    ("process = 0.5, 0.5, log(-1.0 * hslider(\"a\",1,0,1,1));", 0.5),
  ])
  func `What is not heard never silences what is`(text: String, heard: Float) throws {
    let rig = try FaustRig(text)
    #expect(rig.render(256).left.allSatisfy { $0 == heard })
  }
}
