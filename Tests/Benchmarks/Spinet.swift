import Foundation

/// The program under measurement, built beside this one.
enum Spinet {
  static let path =
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path + "/spinet"
}
