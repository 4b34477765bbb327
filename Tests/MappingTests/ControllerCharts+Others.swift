import SpinetMapping

extension ControllerCharts {
  /// Of Novation's pads with red and green: off, red, green, amber, yellow, bright and dim.
  private static let redAndGreen: Set<UInt8> = [12, 13, 15, 28, 29, 60, 62, 63]

  static let behringer: [ControllerChart] = [
    .init(
      file: "behringer-bcf2000", source: .workstation, ports: ["BCF2000", "BCF2000 MIDI 1"],
      parts: [
        .every(.position, cc(1...8, on: 1)).lit(),
        .every(.position, cc(81...88, on: 1)).lit(),
        .some(.button, cc(65...80, on: 1), cc(89...92, on: 1)).lit(),
      ]),
    .init(
      file: "behringer-bcr2000", source: .workstation, ports: ["BCR2000", "BCR2000 MIDI 1"],
      parts: [
        .every(.position, cc(1...8, on: 1)).lit(),
        .every(.position, cc(81...104, on: 1)).lit(),
        .some(.button, cc(65...80, on: 1), cc(105...108, on: 1)).lit(),
      ]),
    .init(
      file: "behringer-x-touch", source: .workstation, ports: ["X-Touch", "X-Touch One"],
      parts: [
        .every(.position, bends(1...9)).lit(),
        .every(
          .endless(.signMagnitude), cc(16...23, on: 1), lamps: cc(48...55, on: 1),
          numbers: Set(1...11).union(17...27).union(33...43)),
        .some(.button, notes(0...31, on: 1), notes(91...95, on: 1)).lit(),
      ]),
    .init(
      file: "behringer-x-touch-mini", source: .maker, ports: ["X-TOUCH MINI", "X-TOUCH MINI MIDI 1"],
      parts: [
        .every(.position, cc(1...8, on: 11), cc(11...18, on: 11)).lit(),
        .every(.position, cc(9...10, on: 11)),
        .some(.button, notes(0...47, on: 11)).lit(),
      ]),
  ]

  static let korg: [ControllerChart] = [
    .init(
      file: "korg-nanokontrol", source: .workstation, ports: ["nanoKONTROL", "nanoKONTROL MIDI 1"],
      parts: [
        .every(.position, cc([2, 3, 4, 5, 6, 8, 9, 12, 13], on: 1)),
        .every(.position, cc(14...22, on: 1)),
        .some(.button, cc(23...31, on: 1), cc(33...41, on: 1), cc(44...49, on: 1)),
      ]),
    .init(
      file: "korg-nanokontrol2", source: .workstation, ports: ["nanoKONTROL2", "nanoKONTROL2 MIDI 1"],
      parts: [
        .every(.position, cc(0...7, on: 1), cc(16...23, on: 1)),
        .some(.button, cc(32...39, on: 1), cc(48...55, on: 1), cc(64...71, on: 1)).lit(),
        .some(.button, cc(41...46, on: 1)).lit(),
        .some(.button, cc(58...62, on: 1)),
      ]),
  ]

  static let novation: [ControllerChart] = [
    .init(
      file: "novation-launch-control", source: .workstation,
      ports: ["Launch Control", "Launch Control MIDI 1"],
      parts: [
        .every(.position, cc(21...28, on: 9), cc(41...48, on: 9)),
        .some(.button, notes([9, 10, 11, 12, 25, 26, 27, 28], on: 9)).lit(redAndGreen),
        .some(.button, cc(114...117, on: 9)),
      ]),
    .init(
      file: "novation-launch-control-xl", source: .workstation,
      ports: ["Launch Control XL", "Launch Control XL MIDI 1"],
      parts: [
        .every(.position, cc(13...20, on: 9), cc(29...36, on: 9), cc(49...56, on: 9)),
        .every(.position, cc(77...84, on: 9)),
        .some(.button, notes(41...44, on: 9), notes(57...60, on: 9)).lit(redAndGreen),
        .some(.button, notes(73...76, on: 9), notes(89...92, on: 9)).lit(redAndGreen),
      ]),
    .init(
      file: "novation-launchkey-mini", source: .workstation,
      ports: ["Launchkey Mini", "Launchkey Mini MIDI 1", "Launchkey Mini MK2"],
      parts: [.every(.position, cc(21...28, on: 1))]),
    .init(
      file: "novation-launchkey-mini-mk3", source: .workstation,
      ports: ["Launchkey Mini MK3", "Launchkey Mini MK3 Launchkey Mi"],
      parts: [.every(.position, cc(21...28)), .every(.position, cc(1))]),
    .init(
      file: "novation-launchkey-mk2", source: .workstation, ports: ["Launchkey MK2 49"],
      parts: [
        .every(.position, cc(21...28)), .every(.position, cc(41...48), cc(7)), .every(.position, cc(1)),
      ]
    ),
  ]

  static let others: [ControllerChart] = [
    .init(
      file: "alesis-v-series", source: .workstation, ports: ["V25", "V49 MIDI 1", "V61"],
      parts: [
        .every(.position, cc(20...23, on: 1)), .every(.button, cc(48...51)), .every(.position, cc(1)),
      ]),
    .init(
      file: "alesis-vi-series", source: .workstation, ports: ["VI25", "VI49 MIDI 1", "VI61"],
      parts: [
        .every(.position, cc(20...31, on: 1), cc([35, 41, 46, 47], on: 1)),
        .some(.button, cc(114...119, on: 1)),
        .every(.position, cc(1)),
      ]),
    .init(
      file: "djtt-midi-fighter-twister", source: .users, ports: ["Midi Fighter Twister"],
      parts: [
        .every(.position, cc(0...15, on: 1)).lit(),
        .some(.button, cc(0...15, on: 2)),
      ]),
    .init(
      file: "m-audio-keystation", source: .users, ports: ["Keystation 61 MK3", "Keystation 49 MK3"],
      parts: [.every(.position, cc(7), cc(1))]),
    .init(
      file: "native-instruments-komplete-kontrol", source: .maker,
      ports: ["Komplete Kontrol A49", "KOMPLETE KONTROL M32"],
      parts: [.every(.position, cc(14...21)), .every(.position, cc(1))]),
    .init(
      file: "roland-a-pro", source: .workstation, ports: ["A-PRO", "A-PRO MIDI 1"],
      parts: [
        .every(.position, cc([74, 71, 65, 2, 5, 76, 77, 78, 10], on: 1)),
        .every(.position, cc([73, 75, 72, 91, 92, 93, 94, 95, 7], on: 1)),
        .some(.button, cc(80...83, on: 1), cc(21...28, on: 1)),
        .every(.position, cc(1)),
      ]),
  ]
}
