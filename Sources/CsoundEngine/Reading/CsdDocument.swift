#if Csound
  import Engine
  import Foundation

  /// A `.csd` as a text: its three parts, and what they tell without being compiled.
  public struct CsdDocument: Sendable {
    /// The path as people gave it, for what is said about it.
    public let file: String
    /// Where its sound files lie.
    let folder: String
    let lines: [String]
    private let options: Range<Int>
    let orchestraText: OrchestraText
    let scoreText: OrchestraText
    /// Where between the tags the orchestra and the score are, counted from 0.
    let orchestraLines: Range<Int>
    let scoreLines: Range<Int>

    /// - Throws: what is wrong about the file or its parts.
    public init(file: String) throws(EngineFailure) {
      guard let bytes = FileManager.default.contents(atPath: file) else {
        throw EngineFailure(.program, what: file, why: "it cannot be read", remedy: "give a .csd file")
      }
      try self.init(
        text: String(decoding: bytes, as: UTF8.self), file: file,
        folder: Self.folder(ofProgramAt: file))
    }

    public init(text: String, file: String, folder: String = ".") throws(EngineFailure) {
      self.file = file
      self.folder = folder
      // Csound stops reading at a zero byte.
      lines = text.split(omittingEmptySubsequences: false) { $0.isNewline || $0 == "\0" }.map(String.init)
      let sections = Sections(lines)
      guard sections.isCsd, let orchestraLines = sections["CsInstruments"] else {
        throw EngineFailure(
          .program, what: file, why: "it is no .csd: <CsoundSynthesizer> or <CsInstruments> is missing",
          remedy: "give each tag a line of its own")
      }
      self.orchestraLines = orchestraLines
      options = sections["CsOptions"] ?? 0..<0
      scoreLines = sections["CsScore"] ?? 0..<0
      orchestraText = OrchestraText(lines[orchestraLines])
      scoreText = OrchestraText(lines[scoreLines])
      try checkScore()
    }

    /// Csound 6.18 does not survive a bracket of the score that stays open, or a missing file of it.
    private func checkScore() throws(EngineFailure) {
      for (index, words) in scoreText.lines.enumerated() {
        guard let mistake = mistake(in: words) else { continue }
        throw EngineFailure(
          .program, what: "\(file):\(scoreLines.lowerBound + index + 1)", why: mistake,
          remedy: "mend the score")
      }
    }

    private func mistake(in words: [OrchestraText.Word]) -> String? {
      var depth = 0
      for word in words where depth >= 0 {
        depth += word == .mark("[") ? 1 : word == .mark("]") ? -1 : 0
      }
      if depth != 0 { return "a bracket is not closed" }
      guard let name = OrchestraText.includedName(words) else { return nil }
      return Self.placeOfInclude(name, in: folder) != nil ? nil : "there is no \(name)"
    }

    /// Whether its flags ask for a WAV file rather than an AIFF file.
    package var wantsWAV: Bool { OrchestraOptions.wantWAV(optionWords) }

    private static let ratePlaceholder = ";;;;SR;;;;"
    private static let blockPlaceholder = ";;;;KSMPS;;;;"

    /// Whether it leaves the length of its control blocks to its host.
    package var leavesBlocksOpen: Bool {
      lines[orchestraLines].contains { $0.contains(Self.blockPlaceholder) }
    }

    /// The words of `<CsOptions>`.
    var optionWords: [String] {
      OrchestraOptions.words(of: lines[options])
    }

    /// What is to be compiled: the same lines, with only those options that are not the host's business, and
    /// with rate and control block at the placeholders `;;;;SR;;;;` and `;;;;KSMPS;;;;`.
    /// - Parameter isOpenEnded: whether the performance goes on after the score.
    func text(framesPerSecond: Double?, blockFrames: Int?, isOpenEnded: Bool = false) -> String {
      var lines = lines
      for index in options { lines[index] = "" }
      if let first = options.first {
        lines[first] = OrchestraOptions.forHost(optionWords).joined(separator: " ")
      }
      for index in orchestraLines {
        if let framesPerSecond { lines[index].replace(Self.ratePlaceholder, with: "sr = \(framesPerSecond)") }
        if let blockFrames { lines[index].replace(Self.blockPlaceholder, with: "ksmps = \(blockFrames)") }
      }
      if isOpenEnded { holdScore(&lines) }
      return lines.joined(separator: "\n")
    }

    /// The last section lasts a year: after its end Csound takes no more events.
    private func holdScore(_ lines: inout [String]) {
      guard !scoreLines.isEmpty else { return }
      let end = scoreText.lines.firstIndex { $0.first == .name("e") } ?? scoreLines.count
      for index in scoreLines.dropFirst(end) { lines[index] = "" }
      lines.insert("f 0 31536000", at: scoreLines.upperBound)
    }

    /// The lines between the tags of a `.csd`.
    private struct Sections {
      private(set) var isCsd = false
      private var ranges: [String: Range<Int>] = [:]

      init(_ lines: [String]) {
        var open: (name: String, line: Int)?
        for (index, line) in lines.enumerated() {
          let tag = line.trimmingCharacters(in: .whitespaces)
          if tag == "<CsoundSynthesizer>" { isCsd = true }
          if let name = open?.name, let line = open?.line, tag == "</\(name)>" {
            ranges[name] = line..<index
            open = nil
          } else if open == nil, tag.hasPrefix("<Cs"), tag.hasSuffix(">") {
            let name = String(tag.dropFirst().dropLast())
            if name != "CsoundSynthesizer" { open = (name, index + 1) }
          }
        }
      }

      subscript(name: String) -> Range<Int>? { ranges[name] }
    }
  }
#endif
