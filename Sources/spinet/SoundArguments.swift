import ArgumentParser
import Glibc
import SpinetText
import SpinetTools
import SystemPackage

/// The sounds on a command line: one, or several with a `+` between them.
struct SoundArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      """
      A patch name or file (.yaml), a stage, a sound file (.wav, .aiff, .flac), a SoundFont, an SFZ file, a folder of \
      samples named by their notes, a Csound .csd or a Faust .dsp. 'play' takes a MIDI file before it, or LAST for what \
      was played last. \
      Several with + between them play together; SOUND@LOW..HIGH plays only these keys.
      """, valueName: "instrument"), completion: .instrument)
  var words: [String] = []

  func validate() throws { try Self.check(soundWords) }

  /// The song before the sounds: a MIDI file, or `LAST`; nil for none.
  var song: String? {
    guard let first = words.first, first == "LAST" || RenderPlan.isSong(FilePath(first)) else { return nil }
    return first
  }

  private var soundWords: [String] { song == nil ? words : Array(words.dropFirst()) }

  /// Refuses words that are not sounds with a `+` between them.
  static func check(_ words: [String]) throws {
    for (index, word) in words.enumerated() where (index % 2 == 1) != (word == "+") {
      let sounds =
        index > 0 && index % 2 == 1 ? ". Put a + between sounds: \(words[index - 1]) + \(word)" : ""
      throw ValidationError("Unexpected argument '\(word)'\(sounds)")
    }
    if words.last == "+" { throw ValidationError("Missing expected argument '<instrument>' after '+'") }
  }

  /// As the library reads it; nil for the default patch.
  var instrument: String? { soundWords.isEmpty ? nil : soundWords.joined(separator: " ") }

  /// The same for an instrument that runs in another folder.
  var absoluteInstrument: String? {
    words.isEmpty ? nil : words.map(Self.absolute).joined(separator: " ")
  }

  private static func absolute(_ word: String) -> String {
    let file = word.prefix { $0 != "@" }
    let isFile = file.contains("/") || (file.contains(".") && access(String(file), F_OK) == 0)
    guard isFile, !file.hasPrefix("/"), !file.hasPrefix("~") else { return word }
    return FilePath(word).absolute.string
  }

  /// What a help text says about parts.
  static let about = """
    Several sounds play together as parts: 'warm-pad + round-bass@..B3'. After a sound, @LOW..HIGH limits its keys, \
    @vLOW..HIGH its velocities, @chN its channel, and @+12 or @-12 moves its pitch in semitones. A widget of a part is \
    PART/WIDGET.

    A stage file (.yaml) names parts and scenes:
      parts:
        pad: {sound: warm-pad, keys: C4.., level: -3}
        bass: {sound: round-bass, keys: ..B3, transpose: -12}
      scenes:
        verse: [pad, bass]
        solo: {parts: [bass], program: 10, set: {bass/filter.cutoff: 900}}
    A part has: sound, keyboard, ports, channels, keys, velocities, transpose, level, pan, mute, solo, set. The widget \
    'scene' and MIDI program changes choose a scene. Without scenes, program changes choose patches; 'spinet patches' \
    shows their numbers.
    """
}
