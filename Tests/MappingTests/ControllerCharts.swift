import SpinetMapping

/// One for each mapping that comes with Spinet, but the one for every port.
enum ControllerCharts {
  static let all = akai + arturia + behringer + korg + novation + others

  /// Of the first APCs: off, green, red and yellow, and blinking.
  private static let threeColours: Set<UInt8> = [0, 1, 2, 3, 4, 5, 6]

  static let akai: [ControllerChart] = [
    .init(
      file: "akai-apc-key-25", source: .workstation, ports: ["APC Key 25", "APC Key 25 MIDI 1"],
      parts: [
        .every(.position, cc(48...55, on: 1)),
        .some(.button, notes(0...39, on: 1)).lit(threeColours),
        .some(.button, notes(64...71, on: 1), notes(81...86, on: 1), notes([91, 93, 98], on: 1)),
      ]),
    .init(
      file: "akai-apc-key-25-mk2", source: .workstation, ports: ["APC Key 25 mk2"],
      parts: [
        .every(.endless(.twosComplement), cc(48...55, on: 1)),
        .some(.button, notes(0...39, on: 1), lamps: notes(0...39, on: 7)),
      ]),
    .init(
      file: "akai-apc-mini", source: .workstation, ports: ["APC MINI", "APC MINI MIDI 1"],
      parts: [
        .every(.position, cc(48...56, on: 1)),
        .some(.button, notes(0...63, on: 1)).lit(threeColours),
        .some(.button, notes(64...71, on: 1), notes(82...89, on: 1), notes([98], on: 1)),
      ]),
    .init(
      file: "akai-apc-mini-mk2", source: .workstation, ports: ["APC mini mk2"],
      parts: [
        .every(.position, cc(48...56, on: 1)),
        .some(.button, notes(0...63, on: 1), lamps: notes(0...63, on: 7)),
        .some(.button, notes(100...107, on: 1), notes(112...119, on: 1), notes([122], on: 1)),
      ]),
    .init(
      file: "akai-apc40", source: .workstation, ports: ["Akai APC40", "Akai APC40 MIDI 1", "APC40 mkII"],
      parts: [
        .every(.position, cc(48...55, on: 1)).lit(),
        // On the channel of the track that is selected.
        .every(.position, cc(16...23)).lit(),
        .every(.position, (1...8).flatMap { cc(7, on: $0) }),
        .every(.position, cc(14...15, on: 1)),
      ]),
    .init(
      file: "akai-lpd8", source: .workstation, ports: ["LPD8", "LPD8 MIDI 1"],
      parts: [.every(.position, cc(1...8, on: 1))]),
    .init(
      file: "akai-midimix", source: .workstation, ports: ["MIDI Mix", "MIDI Mix MIDI 1"],
      parts: [
        .every(.position, cc([16, 20, 24, 28, 46, 50, 54, 58], on: 1)),
        .every(.position, cc([17, 21, 25, 29, 47, 51, 55, 59], on: 1)),
        .every(.position, cc([18, 22, 26, 30, 48, 52, 56, 60], on: 1)),
        .every(.position, cc([19, 23, 27, 31, 49, 53, 57, 61, 62], on: 1)),
        .some(.button, notes(stride(from: 1, through: 22, by: 3), on: 1)).lit(),
        .some(.button, notes(stride(from: 3, through: 24, by: 3), on: 1)).lit(),
        .some(.button, notes(25...27, on: 1)),
      ]),
    .init(
      file: "akai-mpd218", source: .users, ports: ["MPD218", "MPD218 MIDI 1"],
      parts: [.every(.position, cc([3, 9, 12, 13, 14, 15], on: 1))]),
    .init(
      file: "akai-mpd226", source: .workstation, ports: ["MPD226"],
      parts: [
        .every(.position, cc(22...25, on: 1), cc(22...25, on: 2)),
        .every(.position, cc(12...15, on: 1), cc(12...15, on: 2)),
        .some(.button, cc(32...35, on: 1), cc(32...35, on: 2), cc(117...119, on: 1)),
      ]),
    .init(
      file: "akai-mpd232", source: .workstation, ports: ["MPD232"],
      parts: [
        .every(.position, cc(22...29, on: 1), cc(12...19, on: 1)),
        .some(.button, cc(32...39, on: 1), cc(117...119, on: 1)),
      ]),
    .init(
      file: "akai-mpk-mini-mk2", source: .users, ports: ["MPKmini2", "MPKmini2 MIDI 1"],
      parts: [.every(.position, cc(1...8))]),
    .init(
      file: "akai-mpk-mini-mk3", source: .workstation, ports: ["MPK mini 3", "MPK mini 3 MIDI 1"],
      parts: [.every(.position, cc(70...77, on: 1)), .every(.position, cc(1, on: 1))]),
    .init(
      file: "akai-mpk2-series", source: .workstation, ports: ["MPK225", "MPK249", "MPK261"],
      parts: [
        .every(.position, cc(22...29, on: 1), cc(12...19, on: 1)),
        .some(.button, cc(32...39, on: 1), cc(114...119, on: 1)),
        .every(.position, cc(1)),
      ]),
  ]

  static let arturia: [ControllerChart] = [
    .init(
      file: "arturia-beatstep", source: .workstation, ports: ["Arturia BeatStep", "Arturia BeatStep MIDI 1"],
      parts: [
        .every(.position, cc([10, 74, 71, 76, 77, 93, 73, 75], on: 1)),
        .every(.position, cc([114, 18, 19, 16, 17, 91, 79, 72], on: 1)),
        .every(.position, cc(7, on: 1)),
      ]),
    .init(
      file: "arturia-keylab-essential", source: .users,
      ports: ["Arturia KeyLab Essential 61", "KeyLab Essential 49"],
      parts: [
        .every(.position, cc([74, 71, 76, 77, 93, 18, 19, 16, 17], on: 1)),
        .every(.position, cc([73, 75, 79, 72, 80, 81, 82, 83, 85], on: 1)),
        .every(.position, cc(1)),
      ]),
    .init(
      file: "arturia-keystep", source: .maker, ports: ["Arturia KeyStep 32"],
      parts: [.every(.position, cc(1), [Control(.pressure)])]),
    .init(
      file: "arturia-minilab-3", source: .workstation, ports: ["Minilab3", "Minilab3 MIDI"],
      parts: [
        .every(.position, cc([74, 71, 76, 77, 93, 18, 19, 16], on: 1)),
        .every(.position, cc([82, 83, 85, 17], on: 1)),
        .every(.position, cc(1, on: 1)),
      ]),
    .init(
      file: "arturia-minilab-mkii", source: .workstation, ports: ["Arturia MiniLab mkII"],
      parts: [
        .every(.position, cc([74, 71, 76, 77, 93, 73, 75], on: 1)),
        .every(.position, cc([18, 19, 16, 17, 91, 79, 72], on: 1)),
        // The two that can be pressed.
        .some(.position, cc([112, 114], on: 1)),
        .every(.position, cc(1)),
      ]),
  ]
}
