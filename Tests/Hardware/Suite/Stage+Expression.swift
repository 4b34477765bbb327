import Foundation
import SpinetMapping

extension Stage {
  /// MPE: in from the controller, and out to another program.
  func expression() {
    stopInstrument()

    scenario("An MPE controller glides two fingers on one note apart") {
      let instrument = try expressive("mpe: lower\n")
      defer { instrument.stop() }
      // Two members play A4; then one is two semitones up and the other three down, of 48.
      try controller.send("E1 00 40 91 45 64 E2 00 40 92 45 64")
      try expectPitch(440)
      let glides = (1...8).map { step in
        String(
          format: "E1 %02X %02X E2 %02X %02X", bend(0.25 * Double(step)).low, bend(0.25 * Double(step)).high,
          bend(-0.375 * Double(step)).low, bend(-0.375 * Double(step)).high)
      }
      for glide in glides { try controller.send(glide) }
      let apart = try glidesApart()
      try controller.send("81 45 00 82 45 00")
      try expect(apart.isTrue, seen: apart.seen, expected: "493.9 and 370 Hz, and 440 Hz no more")
      try expectSilence(within: 3)
    }

    scenario("MPE goes out as another program reads it, and not to the controller's lamps") {
      let instrument = try expressive("mpe: lower\nout: {mpe: 5}\n")
      defer { instrument.stop() }
      // Spinet Out is the second port; alsa-utils know ports by number.
      let listener = try Program(["stdbuf", "-oL", "aseqdump", "-p", "\(instrument.client):1"])
      defer { listener.stop() }
      try expect(
        soon { listener.output.contains("controller 6, value 5") }, seen: listener.errors + listener.output,
        expected: "the zone of five members introduced")
      let lamps = try controller.lamps {
        try controller.send("E1 00 44 B1 4A 20 D1 30 91 3C 50 92 40 51 E1 00 48 81 3C 00 82 40 00")
        _ = soon { Dump(listener.output).contains("Note off 2") }
      }
      let dump = Dump(listener.output)
      let notes = ["Pitch bend 1", "Control change 1", "Channel aftertouch 1", "Note on 1"]
      try expect(dump.begin(with: notes), seen: listener.output, expected: "bend, CC 74, pressure, note on")
      try expect(
        dump.contains("Note on 2") && dump.contains("Note off 1") && dump.contains("Note off 2"),
        seen: listener.output, expected: "two notes on channels of their own, and their ends")
      try expect(
        dump.bends(of: "1") == [512, 1024], seen: listener.output, expected: "bends of 512 and 1024")
      try expect(lamps.isEmpty, seen: "\"\(lamps)\"", expected: "nothing at the controller")
    }
  }

  /// Whether two pitches are heard where one was; an emulated machine may need more than one take.
  private func glidesApart() throws -> (isTrue: Bool, seen: String) {
    var seen = ""
    for _ in 0..<4 {
      let sound = try ears().listen(seconds: 0.5)
      let (high, low) = (sound.loudest(in: 470...520), sound.loudest(in: 350...395))
      let levels = (high: sound.level(at: high), low: sound.level(at: low), between: sound.level(at: 440))
      seen = "\(high) Hz at \(Int(levels.high)) dB, \(low) Hz at \(Int(levels.low)) dB, "
      seen += "\(Int(levels.between)) dB at 440 Hz"
      let arePlaced = abs(high - 493.88) <= 3 && abs(low - 369.99) <= 3
      if arePlaced, min(levels.high, levels.low) > levels.between + 20 { return (true, seen) }
    }
    return (false, seen)
  }

  func expressive(_ keyboard: String) throws -> Instrument {
    let path = "/tmp/hardware/keyboard.yaml"
    let keys = "Number of Keyboards: 1\nKeyboard 0 - Lowest Key: 0\nKeyboard 0 - Number of Keys: 128\n"
    try (keys + keyboard).write(toFile: path, atomically: true, encoding: .utf8)
    return try Instrument(spinet, [Stage.patch, "--keyboard", path] + Stage.playback)
  }

  /// A pitch bend's two bytes for a member channel of 48 semitones.
  private func bend(_ semitones: Double) -> (low: Int, high: Int) {
    let value = 8192 + Int((semitones / 48 * 8192).rounded())
    return (value & 0x7F, value >> 7)
  }
}

/// What `aseqdump` printed: `128:1   Note on   1, note 60, velocity 80`; it counts channels from 0.
private struct Dump {
  private var events: [(name: String, numbers: [Int])] = []

  init(_ text: String) {
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ", omittingEmptySubsequences: true).dropFirst()
      let name = words.prefix { Int($0.filter { $0 != "," }) == nil }.joined(separator: " ")
      let numbers = words.compactMap { Int($0.filter { $0 != "," }) }
      if let channel = numbers.first { events.append(("\(name) \(channel)", numbers)) }
    }
  }

  func contains(_ name: String) -> Bool { events.contains { $0.name == name } }

  /// Whether `names` come in this order, one after the other, before anything else on their channel.
  func begin(with names: [String]) -> Bool {
    let channel = names[0].split(separator: " ").last
    let own = events.map(\.name).filter { $0.split(separator: " ").last == channel }
    return Array(own.drop { $0 != names[0] }.prefix(names.count)) == names
  }

  /// The values of a channel's bends, in order.
  func bends(of channel: String) -> [Int] {
    events.filter { $0.name == "Pitch bend \(channel)" }.map { $0.numbers.last ?? 0 }
  }
}
