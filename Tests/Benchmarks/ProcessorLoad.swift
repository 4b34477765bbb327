import Foundation

/// How busy all processors have been since this was made, whoever has used them.
struct ProcessorLoad {
  private let start = Self.times

  /// From 0 to 1.
  var shareSinceThen: Double {
    let now = Self.times
    let all = now.all - start.all
    return all > 0 ? 1 - (now.idle - start.idle) / all : 0
  }

  /// The first line of /proc/stat; its fourth and fifth figures are rest.
  private static var times: (all: Double, idle: Double) {
    let text = (try? String(contentsOfFile: "/proc/stat", encoding: .utf8)) ?? ""
    let figures = text.prefix { $0 != "\n" }.split(separator: " ").dropFirst().compactMap { Double($0) }
    return (figures.reduce(0, +), figures.dropFirst(3).prefix(2).reduce(0, +))
  }
}
