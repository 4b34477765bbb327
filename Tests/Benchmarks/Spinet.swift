import Foundation

/// The program under measurement, beside this one; built when it is not there yet.
enum Spinet {
  static let path =
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path + "/spinet"

  static func build() throws {
    let package = URL(fileURLWithPath: #filePath).pathComponents.dropLast(3).joined(separator: "/")
      .dropFirst()
    let words = ["swift", "build", "-c", "release", "--product", "spinet", "--package-path", String(package)]
    _ = try Run(["/usr/bin/env"] + words)
  }
}
