import Foundation

/// Listens to the sequencer's announcements, with the kernel's times. It runs a bare client for comparison, see
/// `announcements.c`.
final class Announcements {
  /// From the moment at which a port was announced until somebody reads from it, in milliseconds.
  struct Delays {
    var spinet: [Double] = []
    var bare: [Double] = []

    static func middle(_ values: [Double]) -> Double {
      values.isEmpty ? 0 : values.sorted()[values.count / 2]
    }
  }

  private static let bareName = "Bare"
  private let watcher: Program
  private let bare: Program
  private let lines: FileHandle
  private var rest = ""
  private var started: [String: Double] = [:]
  private(set) var delays = Delays()

  /// - Parameter controller: the name of the controller whose ports count.
  init(of controller: String) throws {
    self.controller = controller
    let path = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "announcements").path
    let (watcher, bare) = (try Program([path, "watch"]), try Program([path, "connect", Self.bareName]))
    (self.watcher, self.bare) = (watcher, bare)
    let isReady = soon(seconds: 20) { watcher.lineCount > 0 && bare.lineCount > 0 }
    try expect(isReady, seen: watcher.errors + bare.errors, expected: "two clients of the sequencer")
    lines = try FileHandle(forReadingFrom: watcher.outputFile)
  }

  private let controller: String

  func stop() {
    watcher.stop()
    bare.stop()
  }

  /// Reads what was announced since.
  func read() {
    rest += String(decoding: (try? lines.readToEnd()) ?? Data(), as: UTF8.self)
    while let end = rest.firstIndex(of: "\n") {
      take(rest[..<end].split(separator: " ", maxSplits: 4).map(String.init))
      rest.removeSubrange(...end)
    }
  }

  private func take(_ words: [String]) {
    guard words.count > 2, let moment = Double(words[0]) else { return }
    switch words[1] {
    case "start" where words.dropFirst(3).joined(separator: " ") == controller: started[words[2]] = moment
    case "joined":
      guard words.count == 5, let start = started[words[2]] else { return }
      if words[4] == Self.bareName { delays.bare.append((moment - start) * 1e3) }
      if words[4] == "Spinet" { delays.spinet.append((moment - start) * 1e3) }
    default: break
    }
  }
}
