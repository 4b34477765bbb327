extension CsdDocument {
  /// The rate, the control block and the channels that the header says in plain numbers; nil if only Csound can tell,
  /// because the header uses macros, includes, expressions or other statements for them.
  package var writtenFormat: DeclaredStreamFormat? {
    guard !OrchestraOptions.changeFormat(optionWords), let numbers = headerNumbers else { return nil }
    guard let rate = numbers["sr"], let frames = numbers["ksmps"], numbers["kr"] == nil, rate > 0,
      let blockFrames = Int(exactly: frames), blockFrames > 0,
      let channels = Int(exactly: numbers["nchnls"] ?? 1), channels > 0,
      let inputs = Int(exactly: numbers["nchnls_i"] ?? Double(channels)), inputs >= 0
    else { return nil }
    return DeclaredStreamFormat(
      framesPerSecond: rate, blockFrames: blockFrames, channelCount: channels, inputChannelCount: inputs)
  }

  private static let formatNames: Set<String> = ["sr", "kr", "ksmps", "nchnls", "nchnls_i"]

  /// The lines `NAME = NUMBER` before the first instrument; nil if there are others about the format.
  private var headerNumbers: [String: Double]? {
    var numbers: [String: Double] = [:]
    for words in orchestraText.lines {
      guard case .name(let first)? = words.first else { continue }
      if first == "instr" || first == "opcode" { break }
      if first.hasPrefix("#") || first.hasPrefix("$") { return nil }
      guard Self.formatNames.contains(first) else { continue }
      guard words.count == 3, words[1] == .mark("="), case .name(let text) = words[2],
        let number = Double(text), numbers.updateValue(number, forKey: first) == nil
      else { return nil }
    }
    return numbers
  }
}
