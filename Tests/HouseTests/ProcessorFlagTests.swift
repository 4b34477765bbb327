import Foundation
import Testing

/// The manifest runs on the machine that compiles, which may be another than the one compiled for. So its flags for one
/// processor must be good for every processor.
struct ProcessorFlagTests {
  /// `wideFlags` of the manifest.
  private static let flags: [String] = {
    let manifest = (try? Repository.text(of: "Package.swift")) ?? ""
    let list = manifest.firstMatch(of: /let wideFlags = \[([^\]]*)\]/)?.1 ?? ""
    return list.matches(of: /"([^"]+)"/).map { String($0.1) }
  }()

  @Test func `For x86-64 the flags give AVX2`() throws {
    #expect(try Self.macros(for: "x86_64-linux-gnu", with: []).contains("#define __AVX2__") == false)
    #expect(try Self.macros(for: "x86_64-linux-gnu", with: Self.flags).contains("#define __AVX2__ 1"))
  }

  @Test func `For arm64 the flags change nothing`() throws {
    let plain = try Self.macros(for: "aarch64-linux-gnu", with: [])
    #expect(plain.contains("#define __aarch64__ 1"))
    #expect(try Self.macros(for: "aarch64-linux-gnu", with: Self.flags) == plain)
  }

  @Test func `No other flag of the manifest is for one processor`() throws {
    let manifest = try Repository.text(of: "Package.swift")
    let named = manifest.matches(of: /"(-m[^"]*)"/).map { String($0.1) }
    #expect(named == Self.flags.filter { $0.hasPrefix("-m") })
  }

  /// What the toolchain's clang defines for a processor.
  private static func macros(for target: String, with flags: [String]) throws -> String {
    let words = ["-target", target] + flags + ["-E", "-dM", "-x", "c", "/dev/null"]
    let run = try Command([try compiler()] + words)
    try #require(run.status == 0, "clang refuses \(flags) for \(target)")
    return run.output
  }

  private static func compiler() throws -> String {
    let about = try Command(["swiftc", "-print-target-info"])
    let folder = about.output.firstMatch(of: /"runtimeResourcePath": "([^"]+)"/)?.1
    return try #require(folder.map { "\($0)/../../bin/clang" })
  }
}
