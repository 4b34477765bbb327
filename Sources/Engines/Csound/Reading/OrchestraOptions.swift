#if Csound
  /// The flags of `<CsOptions>`, and which of them the host decides.
  enum OrchestraOptions {
    /// Devices, files, rates and consoles are up to the host.
    private static let hosts = [
      "-+", "-o", "-i", "-M", "-Q", "-L", "-r", "-k", "-O", "-Y", "--output", "--input", "--midi-device",
      "--midioutfile", "--sample-rate", "--control-rate", "--ksmps", "--sched", "--port", "--logfile",
      "--opcode-lib",
    ]
    /// Those of them whose value may follow as a separate word.
    private static let withValue: Set<String> = ["-o", "-i", "-M", "-Q", "-L", "-r", "-k", "-O"]

    static func words(of lines: some Sequence<String>) -> [String] {
      lines.flatMap { line in
        line.prefix { $0 != ";" }.split(whereSeparator: \.isWhitespace).map(String.init)
      }
    }

    /// The flags that are left for Csound.
    static func forHost(_ words: [String]) -> [String] {
      var kept: [String] = []
      var isValue = false
      for word in words {
        if isValue, !word.hasPrefix("-") {
          isValue = false
        } else {
          isValue = withValue.contains(word)
          if !hosts.contains(where: word.hasPrefix) { kept.append(word) }
        }
      }
      return kept
    }

    /// Whether `-W`, and no `-A` after it, asks for a WAV file.
    static func wantWAV(_ words: [String]) -> Bool {
      let kinds = words.filter {
        ["-W", "-A", "--wave", "--aiff", "--format=wav", "--format=aiff"].contains($0)
      }
      return kinds.last.map { ["-W", "--wave", "--format=wav"].contains($0) } ?? false
    }

    /// Whether the flags ask for MIDI.
    static func wantMIDI(_ words: [String]) -> Bool {
      words.contains { word in
        ["-M", "-+rtmidi", "--midi-device", "--midi-key", "--midi-velocity"].contains(where: word.hasPrefix)
      }
    }
  }
#endif
