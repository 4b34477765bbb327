import Foundation

/// A USB MIDI controller under the suite's hands: plugged in and pulled, its keys and knobs moved.
struct Controller {
  let name: String
  let hotplug: String
  /// The rawmidi device behind the keys.
  private let device = "hw:CARD=fmidi"

  init(_ name: String, hotplug: String) {
    self.name = name
    self.hotplug = hotplug
  }

  /// Plugs the controller in and waits until the sequencer has its port.
  func plug() throws {
    try Program.run(hotplug, "plug", "midi", name)
    try expect(
      soon { Sequencer.clients().contains { $0.name == name } }, seen: Sequencer.listing(),
      expected: "a sequencer client \(name)")
  }

  func pull() throws { try Program.run(hotplug, "unplug", "midi") }

  /// Moves keys and knobs: bytes in hexadecimal, as `90 3C 64`.
  func send(_ bytes: String) throws { try Program.run("amidi", "-p", device, "-S", bytes) }

  /// What arrives at the lamps and motor faders, in hexadecimal, while `body` runs.
  func lamps(during body: () throws -> Void) throws -> String {
    let listener = try Program(["amidi", "-p", device, "-d"])
    defer { listener.stop() }
    Thread.sleep(forTimeInterval: 0.4)
    try body()
    _ = soon(seconds: 2) { !listener.output.isEmpty }
    Thread.sleep(forTimeInterval: 0.3)
    return (listener.output + listener.errors).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
