import SpinetEngine

/// The effect of notes in a program.
enum NoteUse {
  /// None: it is an effect, or it sounds by itself. A control that happens to be called `gate` or `freq` is a widget.
  case none
  /// They set the controls of the one instance.
  case one
  /// Each note has its own instance.
  case voices

  /// A program is an instrument if it has a button `gate`, or any `gate` with a `freq` or a `key`; if it asks for
  /// voices; or if it has a SmartKeyboard or controls for its keys. A slider `gate` alone is a noise gate's threshold.
  init(_ process: ProgramPart, _ declared: DeclaredOptions) {
    let labels = Set(process.declarations.filter { $0.kind != .bargraph }.map(\.label))
    let hasGate = labels.contains("gate")
    let hasButton = process.declarations.contains { $0.label == "gate" && $0.isPressed }
    let hasKeys = labels.contains { VoiceParameter(label: $0)?.isOfKeyboard == true }
    let isInstrument =
      declared.keyboard != nil || declared.voices ?? 0 > 0 || hasButton || hasKeys
      || hasGate && !labels.isDisjoint(with: ["freq", "key"])
    self = !isInstrument ? .none : hasGate && declared.voices != 0 ? .voices : .one
  }
}

/// The keyboard and the number of voices that a program declares.
struct DeclaredOptions {
  /// The text of `declare interface "SmartKeyboard{…}"`, wherever it is declared; nil for none.
  let keyboard: String?
  /// `declare options "[nvoices:N]"`, or `declare nvoices "N"` in older programs; 0 for a program that plays one voice.
  let voices: Int?

  init(_ metadata: [String: String]) {
    keyboard = metadata["interface"].flatMap { $0.contains("SmartKeyboard") ? $0 : nil }
    let written = Self.option("nvoices", in: metadata["options"] ?? "") ?? metadata["nvoices"]
    let number = written.flatMap { Int($0.filter { !$0.isWhitespace }) }
    voices = number.flatMap { $0 >= 0 ? min($0, 256) : nil }
  }

  /// `8` of `[midi:on][nvoices:8]`.
  private static func option(_ name: String, in text: String) -> String? {
    for part in text.split(whereSeparator: { $0 == "[" || $0 == "]" }) {
      let words = part.split(separator: ":", maxSplits: 1)
      if words.count == 2, words[0].filter({ !$0.isWhitespace }) == name { return String(words[1]) }
    }
    return nil
  }
}
