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

  // MARK: Without other processes, for what happens often

  /// Moves keys and knobs.
  func write(_ bytes: [UInt8]) throws {
    var node: String?
    let isThere = soon {
      let card = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/asound/keys\(place)")
      node = card.map { "/dev/snd/midiC\($0.dropFirst(4))D0" }
      return node.map(FileManager.default.fileExists) ?? false
    }
    guard isThere, let node, let file = FileHandle(forWritingAtPath: node) else {
      throw Mismatch(seen: node ?? "no card", expected: "the keys of \(name)")
    }
    try file.write(contentsOf: Data(bytes))
    try file.close()
  }

  func plugAtOnce() throws { try bind("dummy_udc.\(place - 1)") }
  func pullAtOnce() throws { try bind("") }

  private func bind(_ controller: String) throws {
    let path = "/sys/kernel/config/usb_gadget/controller\(place)/UDC"
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.write(contentsOf: Data("\(controller)\n".utf8))
    try file.close()
  }
}
