import SpinetKeyboard
import SpinetMIDI
import SpinetText

/// The key `out`: `mpe`, `midi`, or a map with the channel or the members, and the bend range.
extension KeyboardConfiguration {
  mutating func readOutput(_ node: DocumentNode, _ diagnostics: inout Diagnostics) {
    if case .map = node.content { return readOutputMap(node, &diagnostics) }
    guard let name = node.string(&diagnostics, as: "mpe, midi or a map") else { return }
    switch name {
    case "mpe": output = .mpe(members: 15)
    case "midi": output = .midi(Channel(status: 0))
    case "none", "off", "no", "false": output = nil
    default:
      diagnostics.error(
        at: node.location, "\"\(name.shortened)\" is not a way to send notes, expected mpe, midi or none",
        suggestion: nearestName(to: name, among: ["mpe", "midi", "none"]))
    }
  }

  /// `{midi: CHANNEL}` or `{mpe: MEMBERS}`, optionally with `bend: SEMITONES`.
  private mutating func readOutputMap(_ node: DocumentNode, _ diagnostics: inout Diagnostics) {
    guard let fields = node.fields(["midi", "mpe", "bend"], calling: "key of out", &diagnostics) else {
      return
    }
    switch (fields["midi"], fields["mpe"]) {
    case (let channel?, nil):
      output = channel.int(in: 1...16, &diagnostics).flatMap { Channel(number: $0) }.map { .midi($0) }
    case (nil, let members?): output = members.int(in: 1...15, &diagnostics).map { .mpe(members: $0) }
    default:
      diagnostics.error(at: node.location, "\(node.described), expected either midi: CHANNEL or mpe: MEMBERS")
    }
    outputBendRange = fields["bend"]?.int(in: 1...96, &diagnostics).map { Double($0) }
  }
}
