import FoundationEssentials
import Glibc
import SpinetEngine
import SpinetRealtime
import SpinetText
import SystemPackage

/// A `.csd` as text: its three parts, and what can be known without compiling them.
package struct CsdDocument: Sendable {
  /// The path as the user gave it, for messages.
  package let file: FilePath
  /// The folder of its sound files.
  let folder: FilePath
  let lines: [String]
  let options: Range<Int>
  let orchestraText: OrchestraText
  let scoreText: OrchestraText
  /// The lines between the tags, counted from 0.
  let orchestraLines: Range<Int>
  let scoreLines: Range<Int>

  /// - Throws: what is wrong with the file or its parts.
  package init(file: FilePath) throws(SpinetError) {
    guard let text = try? file.text() else {
      throw SpinetError(.notReadable, what: file.string, why: "it cannot be read", remedy: "give a .csd file")
    }
    try self.init(text: text, file: file, folder: Self.folder(ofProgramAt: file))
  }

  package init(text: String, file: FilePath, folder: FilePath = ".") throws(SpinetError) {
    self.file = file
    self.folder = folder
    lines = Self.lines(of: text)
    let sections = Sections(lines)
    guard sections.isCsd, let orchestraLines = sections["CsInstruments"] else {
      throw SpinetError(
        .fileInvalid, what: file.string,
        why: "it is not a .csd: <CsoundSynthesizer> or <CsInstruments> is missing",
        remedy: "give each tag a line of its own")
    }
    self.orchestraLines = orchestraLines
    options = sections["CsOptions"] ?? 0..<0
    scoreLines = sections["CsScore"] ?? 0..<0
    orchestraText = OrchestraText(lines[orchestraLines])
    scoreText = OrchestraText(lines[scoreLines])
    try checkOptions()
    try checkSizes()
    try checkScore()
  }

  private func checkOptions() throws(SpinetError) {
    guard let flag = OrchestraOptions.ending(optionWords) else { return }
    let line = options.first { lines[$0].contains(flag) } ?? options.lowerBound
    throw SpinetError(
      .fileUnsuitable, what: "\(file):\(line + 1)", why: "Csound ends at the flag \(flag) and plays nothing",
      remedy: "remove the flag")
  }

  /// Lines as Csound counts them. A form feed ends no line, and a zero byte ends one.
  private static func lines(of text: String) -> [String] {
    let bytes = (text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]).utf8
    let (feed, carriage) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    var lines: [String] = []
    var rest = bytes
    while let end = rest.firstIndex(where: { $0 == feed || $0 == carriage || $0 == 0 }) {
      lines.append(String(Substring(rest[..<end])))
      let ending = rest[end...]
      rest = ending.dropFirst(ending.starts(with: [carriage, feed]) ? 2 : 1)
    }
    return lines + [String(Substring(rest))]
  }

  /// Csound 6.18 crashes on an unclosed bracket in the score, and on a missing file that it includes. A macro
  /// may open a bracket that another one closes.
  private func checkScore() throws(SpinetError) {
    guard !scoreText.lines.contains(where: { $0.first == .name("#define") }) else { return }
    for (index, words) in scoreText.lines.enumerated() {
      guard let mistake = mistake(in: words) else { continue }
      throw SpinetError(
        .fileInvalid, what: "\(file):\(scoreLines.lowerBound + index + 1)", why: mistake,
        remedy: "fix the score")
    }
  }

  private func mistake(in words: [OrchestraText.Word]) -> String? {
    var depth = 0
    for word in words where depth >= 0 {
      depth += word == .mark("[") ? 1 : word == .mark("]") ? -1 : 0
    }
    if depth != 0 { return "a bracket is not closed" }
    guard let name = OrchestraText.includedName(words) else { return nil }
    return Self.locationOfInclude(name, in: folder) != nil ? nil : "there is no \(name)"
  }

  /// Whether its flags ask for a WAV file rather than an AIFF file.
  package var wantsWAV: Bool { OrchestraOptions.wantWAV(optionWords) }

  private static let ratePlaceholder = ";;;;SR;;;;"
  private static let blockPlaceholder = ";;;;KSMPS;;;;"

  /// Whether it leaves the length of its control blocks to the host.
  package var leavesBlocksOpen: Bool {
    lines[orchestraLines].contains { $0.hasBytes(of: Self.blockPlaceholder) }
  }

  /// The words of `<CsOptions>`.
  var optionWords: [String] {
    OrchestraOptions.words(of: lines[options])
  }

  /// The text to compile: the same lines, without the options that the host decides, and with rate and
  /// control block in place of `;;;;SR;;;;` and `;;;;KSMPS;;;;`.
  /// - Parameter isOpenEnded: whether the performance continues after the score.
  func text(framesPerSecond: Double?, blockFrames: Int?, isOpenEnded: Bool = false) -> String {
    var lines = lines
    for index in options { lines[index] = "" }
    if let first = options.first {
      let keepsRates = framesPerSecond == nil && blockFrames == nil
      lines[first] = OrchestraOptions.forHost(optionWords, keepsRates: keepsRates).joined(separator: " ")
    }
    for index in orchestraLines {
      if let framesPerSecond { lines[index].replace(Self.ratePlaceholder, with: "sr = \(framesPerSecond)") }
      if let blockFrames { lines[index].replace(Self.blockPlaceholder, with: "ksmps = \(blockFrames)") }
    }
    if isOpenEnded { holdScore(&lines) }
    return lines.joined(separator: "\n")
  }

  /// Makes the last section last a year, because Csound takes no events after the end.
  private func holdScore(_ lines: inout [String]) {
    guard !scoreLines.isEmpty else { return }
    let end = scoreText.lines.firstIndex { $0.first == .name("e") } ?? scoreLines.count
    for index in scoreLines.dropFirst(end) { lines[index] = "" }
    lines.insert("f 0 31536000", at: scoreLines.upperBound)
  }

  /// The lines between the tags of a `.csd`. A tag begins its line; what follows it is ignored, as by Csound.
  private struct Sections {
    private(set) var isCsd = false
    private var ranges: [String: Range<Int>] = [:]

    init(_ lines: [String]) {
      var open: (name: String, line: Int)?
      for (index, line) in lines.enumerated() {
        let tag = line.drop(while: \.isWhitespace)
        if ["<CsoundSynthesizer>", "<CsoundSynthesiser>"].contains(where: line.hasBytes) {
          isCsd = true
        } else if let name = open?.name, let line = open?.line, tag.hasPrefix("</\(name)>") {
          ranges[name] = line..<index
          open = nil
        } else if open == nil, tag.hasPrefix("<Cs"), let end = tag.firstIndex(of: ">") {
          open = (String(tag[tag.index(after: tag.startIndex)..<end]), index + 1)
        }
      }
    }

    subscript(name: String) -> Range<Int>? { ranges[name] }
  }
}

extension String {
  /// Whether it contains the text. `contains` prepares a search in every call. With the thousand lines of a large
  /// file, that takes most of the time.
  fileprivate func hasBytes(of text: String) -> Bool {
    guard let first = text.utf8.first else { return true }
    var rest = utf8[...]
    while let start = rest.firstIndex(of: first) {
      if rest[start...].starts(with: text.utf8) { return true }
      rest = rest[start...].dropFirst()
    }
    return false
  }
}
