import SpinetEngine
import SpinetRealtime
import SystemPackage

/// An error message of `faust`.
struct FaustCompilerMessage: Hashable {
  /// The file as Faust names it; nil if the message names none.
  var file: String?
  var line: Int?
  var message: String

  /// Reads `FILE : LINE : ERROR : MESSAGE` or `ERROR : MESSAGE`, with the lines after it.
  init(output: String) {
    let lines = output.split(whereSeparator: \.isNewline).map { Self.trimmed($0) }
    let start = lines.firstIndex { $0.contains("ERROR") } ?? lines.startIndex
    guard lines.indices.contains(start) else {
      message = "faust failed and did not say why"
      return
    }
    let parts = lines[start].components(separatedBy: " : ")
    if let error = parts.firstIndex(where: { $0.hasPrefix("ERROR") }), error >= 2 {
      file = parts[0] == "????" ? nil : parts[0]
      line = Int(parts[1]).flatMap { $0 > 0 ? $0 : nil }
    }
    let first = Self.trimmed(lines[start].after("ERROR"))
    message = ([first] + lines[(start + 1)...].prefix(7)).filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Whether the program does not define `effect`.
  var isAboutMissingEffect: Bool { message.contains("undefined symbol : effect") }

  /// The error for people, with the path as the user gave it, and with the line of a missing file.
  func failure(of program: FaustSourceFile) -> SpinetError {
    let named = file.map { program.shown($0) } ?? program.path.string
    let location = (line ?? lineOfMissingFile(in: program.text)).map { "\(named):\($0)" } ?? named
    return SpinetError(.programFailed, what: location, why: message, remedy: "fix the program")
  }

  /// Faust names a file that it cannot open, but not the line that imports it.
  private func lineOfMissingFile(in text: String) -> Int? {
    guard message.hasPrefix("unable to open file"), let name = message.split(separator: " ").last else {
      return nil
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.firstIndex { $0.contains("\"\(name)\"") }.map { $0 + 1 }
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    let ends: Set<Character> = [" ", ":", "\t"]
    guard let first = text.firstIndex(where: { !ends.contains($0) }),
      let last = text.lastIndex(where: { !ends.contains($0) })
    else { return "" }
    return String(text[first...last])
  }
}

extension String {
  fileprivate func after(_ word: String) -> Substring {
    firstRange(of: word).map { self[$0.upperBound...] } ?? self[...]
  }

  fileprivate func components(separatedBy separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}
