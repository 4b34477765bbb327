import Foundation

/// A USB MIDI controller under the suite's hands: plugged in and pulled, its keys and knobs moved.
struct Controller {
  let name: String
  let hotplug: String
  /// 1 or 2: where on the bus, so that two of one model can be there together.
  private let place: Int
  /// Nil: one of its own.
  private let serial: String?

  init(_ name: String, place: Int = 1, serial: String? = nil, hotplug: String) {
    self.name = name
    self.place = place
    self.serial = serial
    self.hotplug = hotplug
  }

  /// The rawmidi device behind the keys.
  private var device: String { "hw:CARD=keys\(place)" }

  /// Plugs the controller in and waits until the sequencer has its port.
  func plug() throws {
    let before = Sequencer.clients(named: name).count
    try Program.run([hotplug, "plug", "midi", name, "\(place)"] + (serial.map { [$0] } ?? []))
    try expect(
      soon { Sequencer.clients(named: name).count > before }, seen: Sequencer.listing(),
      expected: "one more sequencer client \(name)")
  }

  func pull() throws { try Program.run(hotplug, "unplug", "midi", "\(place)") }

  /// Moves keys and knobs: bytes in hexadecimal, as `90 3C 64`.
  func send(_ bytes: String) throws { try Program.run("amidi", "-p", device, "-S", bytes) }

  /// What arrives at the lamps and motor faders while `body` runs, in hexadecimal without spaces.
  func lamps(during body: () throws -> Void) throws -> String {
    let listener = try Program(["amidi", "-p", device, "-d"])
    defer { listener.stop() }
    Thread.sleep(forTimeInterval: 0.4)
    try body()
    _ = soon(seconds: 2) { !listener.output.isEmpty }
    Thread.sleep(forTimeInterval: 0.3)
    return (listener.output + listener.errors).filter { !$0.isWhitespace }
  }
}
