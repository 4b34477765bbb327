/// The flags of `<CsOptions>`, and which of them the host decides.
enum OrchestraOptions {
  /// Devices, files and consoles are up to the host.
  private static let hosts = [
    "-+", "-o", "-i", "-M", "-Q", "-L", "-O", "-Y", "--output", "--input", "--midi-device", "--midioutfile",
    "--sched", "--port", "--logfile", "--opcode-lib",
  ]
  /// The rates are the file's, unless the host has others.
  private static let rates = ["-r", "-k", "--sample-rate", "--control-rate", "--ksmps"]
  /// With these flags, Csound prints something and ends, or waits for a program at its input.
  private static let endings = [
    "--help", "--version", "--syntax-check-only", "--utility", "-U", "--list-opcodes", "-z", "-C",
    "--cscore",
  ]
  /// The flags of the host and the rates whose value may follow as a separate word.
  private static let withValue: Set<String> = ["-o", "-i", "-M", "-Q", "-L", "-r", "-k", "-O"]

  static func words(of lines: some Sequence<String>) -> [String] {
    lines.flatMap { line in
      line.prefix { $0 != ";" }.split(whereSeparator: \.isWhitespace).map(String.init)
    }
  }

  /// The first flag with which Csound ends instead of performing.
  static func ending(_ words: [String]) -> String? {
    words.first { word in endings.contains { word == $0 || $0 == "-U" && word.hasPrefix($0) } }
  }

  /// The flags that are left for Csound.
  /// - Parameter keepsRates: whether the file's rates apply, because the host gives none.
  static func forHost(_ words: [String], keepsRates: Bool) -> [String] {
    let hosts = keepsRates ? hosts : hosts + rates
    var kept: [String] = []
    var isValue = false
    for word in words {
      if isValue, !word.hasPrefix("-") {
        isValue = false
      } else {
        let isHosts = hosts.contains(where: word.hasPrefix)
        isValue = isHosts && withValue.contains(word)
        if !isHosts { kept.append(word) }
      }
    }
    return kept
  }

  /// The sound file of the last `-i`; nil for none, a device or a pipe.
  static func inputFile(_ words: [String]) -> String? {
    var name: String?
    for (index, word) in words.enumerated() {
      if word == "-i" {
        name = words.dropFirst(index + 1).first
      } else if word.hasPrefix("-i") {
        name = String(word.dropFirst(2))
      } else if word.hasPrefix("--input=") {
        name = String(word.dropFirst("--input=".count))
      }
    }
    return name.map { $0.filter { $0 != "\"" } }.flatMap { isSoundFile($0) ? $0 : nil }
  }

  private static func isSoundFile(_ name: String) -> Bool {
    !name.isEmpty && !["adc", "devaudio", "stdin", "-", "|"].contains(where: name.hasPrefix)
  }

  /// Whether `-W`, and no `-A` after it, asks for a WAV file.
  static func wantWAV(_ words: [String]) -> Bool {
    words.reduce(false) { wantsWAV, word in
      switch word {
      case "--wave", "--format=wav": true
      case "--aiff", "--format=aiff": false
      default: kind(inLetters: word).map { $0 == "W" } ?? wantsWAV
      }
    }
  }

  /// The flags with their values: `-r 44100`, `-r44100`, `-dr44100`, `--sample-rate=44100`; these without the dashes.
  static func values(of words: [String]) -> [(flag: String, value: String)] {
    var values: [(flag: String, value: String)] = []
    for (index, word) in words.enumerated() {
      if word.hasPrefix("--") {
        let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1).map(String.init)
        if parts.count == 2 { values.append((parts[0], parts[1])) }
      } else if word.hasPrefix("-"), !word.hasPrefix("-+"),
        let letter = word.dropFirst().firstIndex(where: lettersWithValue.contains)
      {
        let inside = String(word[word.index(after: letter)...])
        let next = words.dropFirst(index + 1).first ?? ""
        values.append(("-\(word[letter])", inside.isEmpty ? next : inside))
      }
    }
    return values
  }

  /// What follows one of these letters is its value.
  private static let lettersWithValue = "bBEFGHikLmMNoOPQrtUxX"

  /// The last of W and A among the letters of a word such as `-Wd`. Letters after one that takes a value are its value.
  private static func kind(inLetters word: String) -> Character? {
    guard word.hasPrefix("-"), !word.hasPrefix("--"), !word.hasPrefix("-+") else { return nil }
    return word.dropFirst().prefix { !lettersWithValue.contains($0) }.last { "WA".contains($0) }
  }

  /// Whether the flags change rates or channels.
  static func changeFormat(_ words: [String]) -> Bool {
    words.contains { word in
      (rates + ["--nchnls", "--nchnls_i", "--0dbfs"]).contains(where: word.hasPrefix)
    }
  }

  /// Whether the flags ask for MIDI.
  static func wantMIDI(_ words: [String]) -> Bool {
    words.contains { word in
      ["-M", "-+rtmidi", "--midi-device", "--midi-key", "--midi-velocity"].contains(where: word.hasPrefix)
    }
  }
}
