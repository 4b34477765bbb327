import Foundation

/// The program under measurement, beside this one.
enum Spinet {
  static let path = folder.path + "/spinet"

  private static let folder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    .deletingLastPathComponent()

  static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  /// Into the build folder that this program lies in, FOLDER/TRIPLE/release.
  static func build() throws {
    let scratch = folder.deletingLastPathComponent().deletingLastPathComponent().path
    let words = ["swift", "build", "-c", "release", "--product", "spinet", "--package-path", package]
    try Run(["/usr/bin/env"] + words + ["--scratch-path", scratch]).succeed()
  }

  static func patchFile(_ name: String) -> String { "\(package)/examples/patches/\(name).yaml" }
  static func patchText(_ name: String) throws -> String {
    try String(contentsOfFile: patchFile(name), encoding: .utf8)
  }

  /// The words that play it live, without a controller, and leave no trace.
  static func playing(_ words: [String] = ["--pcm", "none"]) -> [String] {
    [path, "play", "--midi", "none", "--state", "none", "--no-terminal", "--name", "Benchmark"] + words
  }
}
