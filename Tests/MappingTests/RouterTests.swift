import CMallocProbe
import SpinetFormats
import SpinetMIDI
import SpinetMapping
import SpinetWidgets
import Testing

@Suite struct `Router across ports and reloads` {
  let widgets = instrument()
  let one = PortID(rawValue: 1)
  let two = PortID(rawValue: 2)
  let channel = Channel(status: 0)

  private func file(_ text: String) throws -> Mapping { try Mapping(text: text, file: "m") }

  private func value(_ name: String) -> Double? { widgets[name]?.value }

  @discardableResult
  private func send(_ message: MIDIMessage, _ router: Router, from port: PortID) -> Bool {
    router.route(message, from: port, at: 0) { _ in }
  }

  private func cc(_ number: UInt8, _ value: UInt8) -> MIDIMessage {
    .controlChange(channel, controller: number, value: value)
  }

  @Test func `The first mapping that names a control gets it, whatever its ports are`() throws {
    let general = try file("map: {cc 1: osc.mix, cc 2: osc.mix}")
    let special = try file("ports: Nano*\nmap: {cc 1: reverb.mix}")
    let strict = Router([general, special], widgets)
    strict.portAppeared(one, names: ["nano"])
    send(cc(1, 100), strict, from: one)
    #expect(value("reverb.mix") == 0)
    let router = Router([special, general], widgets)
    router.portAppeared(one, names: ["nano", "nano MIDI 1", "nano:nano MIDI 1"])
    router.portAppeared(two, names: ["other"])
    send(cc(1, 127), router, from: one)
    #expect(value("reverb.mix") == 1 && value("osc.mix") != 1)
    send(cc(2, 127), router, from: one)
    #expect(value("osc.mix") == 1)
    send(cc(1, 0), router, from: two)
    #expect(value("osc.mix") == 0)
  }

  @Test func `A line claims its control only where the instrument has one of its widgets`() throws {
    let special = try file("ports: Nano*\nmap: {cc 1: no.such, cc 2: [no.such, reverb.mix], cc 7: no.such}")
    let router = Router([special, try file("map: {cc 1: osc.mix, cc 2: osc.mix}")], widgets)
    router.portAppeared(one, names: ["nano"])
    #expect(send(cc(1, 127), router, from: one))
    #expect(value("osc.mix") == 1)
    #expect(send(cc(2, 127), router, from: one))
    #expect(value("reverb.mix") == 1 && value("osc.mix") == 1)
    #expect(!send(cc(7, 127), router, from: one))
  }

  @Test func `Routing allocates nothing, however long the mappings are`() throws {
    let lines = (1..<120).map {
      "  cc \($0): {widget: osc.mix, mode: \($0 % 2 == 0 ? "absolute" : "toggle")}"
    }
    let router = Router([try file("map:\n" + lines.joined(separator: "\n"))], widgets)
    router.portAppeared(one, names: ["nano"])
    send(cc(1, 1), router, from: one)
    let messages: [MIDIMessage] = (0..<3000).map { (turn: Int) in cc(UInt8(1 + turn % 31), UInt8(turn / 31)) }
    // Not `for`: without optimisation its iterator allocates.
    var index = 0
    let before = malloc_probe_count()
    while index < messages.count {
      send(messages[index], router, from: one)
      index += 1
    }
    #expect(malloc_probe_count() == before)
  }

  @Test func `A port that was not announced gets the general mappings`() throws {
    let router = Router([try file("map: {cc 1: osc.mix}")], widgets)
    #expect(send(cc(1, 127), router, from: two))
    #expect(value("osc.mix") == 1)
  }

  @Test func `Halves of pairs are not shared between ports`() throws {
    let router = Router([try file("map: {nrpn 5: osc.mix}")], widgets)
    for (number, half) in [(99, 0), (98, 5)] as [(UInt8, UInt8)] { send(cc(number, half), router, from: one) }
    #expect(!send(cc(6, 127), router, from: two))
    #expect(send(cc(6, 127), router, from: one))
  }

  @Test(arguments: [ControlMode.absolute, .pickup, .scale])
  func `A control that moves its widget keeps it when its first LSB comes`(mode: ControlMode) throws {
    let router = Router([try file("map: {cc14 1: {widget: osc.mix, mode: \(mode.rawValue)}}")], widgets)
    for (number, half) in [(1, 0), (1, 64), (33, 1)] as [(UInt8, UInt8)] {
      send(cc(number, half), router, from: one)
    }
    #expect(value("osc.mix") == 8193.0 / 16383)
  }

  @Test func `A sender of both halves keeps its scale when the mapping is read again`() throws {
    let router = Router([try file("map: {cc14 1: osc.mix}")], widgets)
    for (number, half) in [(1, 64), (33, 1)] as [(UInt8, UInt8)] { send(cc(number, half), router, from: one) }
    router.replaceMappings([try file("map: {cc14 1: {widget: reverb.mix, mode: absolute}}")])
    send(cc(1, 127), router, from: one)
    #expect(value("reverb.mix") == 16256.0 / 16383)
  }

  @Test func `A port that leaves lets go what it holds, and no other does`() throws {
    let router = Router([try file("map: {note 1: {widget: hold, mode: momentary}, cc 1: osc.mix}")], widgets)
    send(.noteOn(channel, key: 1, velocity: 1), router, from: one)
    send(cc(1, 64), router, from: one)
    router.portLeft(two)
    #expect(value("hold") == 1)
    router.portLeft(one)
    #expect(value("hold") == 0)
    #expect(value("osc.mix") == 64.0 / 127, "a fader's value stays")
  }

  @Test func `A controller that comes back goes on where it was`() throws {
    let router = Router([try file("map: {cc 1: {widget: osc.mix, mode: pickup}}")], widgets)
    router.portAppeared(one, names: ["X"])
    send(cc(1, 0), router, from: one)
    send(cc(1, 40), router, from: one)
    router.portLeft(one)
    router.portAppeared(two, names: ["X"])
    send(cc(1, 90), router, from: two)
    #expect(value("osc.mix") == 90.0 / 127)
  }

  @Test func `Two controllers of one model each have their own takeover`() throws {
    let router = Router([try file("map: {cc 1: {widget: osc.mix, mode: pickup}}")], widgets)
    router.portAppeared(one, names: ["X"])
    router.portAppeared(two, names: ["X"])
    send(cc(1, 0), router, from: one)
    send(cc(1, 40), router, from: one)
    send(cc(1, 90), router, from: two)
    #expect(value("osc.mix") == 40.0 / 127)
  }

  @Test func `Takeover survives a reload that leaves its line alone`() throws {
    let router = Router([try file("map: {cc 1: {widget: osc.mix, mode: pickup}}")], widgets)
    send(cc(1, 0), router, from: one)
    send(cc(1, 40), router, from: one)
    router.replaceMappings([try file("map: {cc 9: reverb.mix, cc 1: {widget: osc.mix, mode: pickup}}")])
    send(cc(1, 90), router, from: one)
    #expect(value("osc.mix") == 90.0 / 127)
  }

  @Test func `What is held and no longer mapped is let go by a reload`() throws {
    let router = Router([try file("map: {note 1: {widget: hold, mode: momentary}}")], widgets)
    send(.noteOn(channel, key: 1, velocity: 1), router, from: one)
    router.replaceMappings([try file("map: {cc 1: osc.mix}")])
    #expect(value("hold") == 0)
  }

  @Test func `A note's end goes where its beginning went`() throws {
    let notes = try file("map: {note 1: {widget: osc.mix, mode: momentary}}")
    let none = try file("map: {cc 1: osc.mix}")
    let router = Router([notes], widgets)
    let (on, off) = (
      MIDIMessage.noteOn(channel, key: 1, velocity: 9), MIDIMessage.noteOff(channel, key: 1, velocity: 0)
    )
    #expect(send(on, router, from: one))
    router.replaceMappings([none])
    #expect(send(off, router, from: one), "the keyboard never heard its beginning")
    #expect(!send(on, router, from: one))
    router.replaceMappings([notes])
    widgets["osc.mix"]?.set(0.7)
    #expect(!send(off, router, from: one), "the keyboard has to hear its end")
    #expect(value("osc.mix") == 0.7)
  }

  @Test(arguments: [64, 66, 67] as [UInt8]) func `A pedal's way up goes where its way down went`(pedal: UInt8)
    throws
  {
    let mapped = try file("map: {cc \(pedal): osc.mix}")
    let none = try file("map: {cc 1: osc.mix}")
    let router = Router([none], widgets)
    #expect(!send(cc(pedal, 127), router, from: one))
    router.replaceMappings([mapped])
    widgets["osc.mix"]?.set(0.7)
    #expect(!send(cc(pedal, 100), router, from: one))
    #expect(!send(cc(pedal, 0), router, from: one), "the keyboard has to hear its end")
    #expect(value("osc.mix") == 0.7)
    #expect(send(cc(pedal, 127), router, from: one) && value("osc.mix") == 1)
    router.replaceMappings([none])
    #expect(send(cc(pedal, 0), router, from: one), "the keyboard never heard its beginning")
    #expect(!send(cc(pedal, 127), router, from: one))
  }

  @Test func `Sixteen thousand controls cost no more than one`() throws {
    let lines = (0..<16_000).map { "nrpn \($0): osc.mix" }.joined(separator: ", ")
    let router = Router([try file("map: {\(lines)}")], widgets)
    for (number, half) in [(99, 124), (98, 127), (6, 127)] as [(UInt8, UInt8)] {
      send(cc(number, half), router, from: one)
    }
    #expect(value("osc.mix") == 1)
  }

  @Test func `Two controllers of one model come back each to its own mapping and pickup`() throws {
    let general = try file("ports: Nano*\nmap: {cc 1: {widget: osc.mix, mode: pickup}}")
    let own = try file("ports: serial 2\nmap: {cc 2: reverb.mix}")
    let router = Router([general, own], widgets)
    router.portAppeared(one, names: ["Nano"], identity: .init(serial: "1"))
    router.portAppeared(two, names: ["Nano"], identity: .init(serial: "2"))
    for value in [0, 64] as [UInt8] { send(cc(1, value), router, from: two) }
    router.portLeft(two)
    router.portLeft(one)
    let (three, four) = (PortID(rawValue: 3), PortID(rawValue: 4))
    router.portAppeared(three, names: ["Nano"], identity: .init(serial: "1"))
    router.portAppeared(four, names: ["Nano"], identity: .init(serial: "2"))
    send(cc(1, 100), router, from: three)
    #expect(value("osc.mix") == 64.0 / 127)
    send(cc(1, 100), router, from: four)
    #expect(value("osc.mix") == 100.0 / 127)
    #expect(!send(cc(2, 127), router, from: three))
    #expect(send(cc(2, 127), router, from: four) && value("reverb.mix") == 1)
  }

  @Test(arguments: [nil, "0"] as [String?])
  func `Two that have one serial number, or none, are told apart by where they are plugged in`(
    serial: String?
  )
    throws
  {
    func identity(_ usbPath: String, shares: Bool = true) -> ControllerIdentity {
      ControllerIdentity(serial: serial, usbPath: usbPath, sharesSerial: serial != nil && shares)
    }
    let general = try file("ports: Nano*\nmap: {cc 1: {widget: osc.mix, mode: pickup}}")
    let own = try file("ports: usb 1-2\nmap: {cc 2: reverb.mix}")
    let router = Router([general, own], widgets)
    router.portAppeared(one, names: ["Nano"], identity: identity("1-1", shares: false))
    router.portAppeared(two, names: ["Nano"], identity: identity("1-2"))
    for value in [0, 64] as [UInt8] { send(cc(1, value), router, from: two) }
    router.portLeft(one)
    router.portLeft(two)
    // The second one is back first, and alone.
    let (three, four, five) = (PortID(rawValue: 3), PortID(rawValue: 4), PortID(rawValue: 5))
    router.portAppeared(three, names: ["Nano"], identity: identity("1-2", shares: false))
    router.portAppeared(four, names: ["Nano"], identity: identity("1-1"))
    send(cc(1, 100), router, from: four)
    #expect(value("osc.mix") == 64.0 / 127)
    send(cc(1, 100), router, from: three)
    #expect(value("osc.mix") == 100.0 / 127)
    #expect(!send(cc(2, 127), router, from: four))
    #expect(send(cc(2, 127), router, from: three) && value("reverb.mix") == 1)
    // At a place where none was, it may be either.
    router.portLeft(three)
    router.portLeft(four)
    router.portAppeared(five, names: ["Nano"], identity: identity("1-3"))
    send(cc(1, 10), router, from: five)
    #expect(value("osc.mix") == 100.0 / 127)
  }

  @Test func `One that has a serial number of its own is known at every place`() throws {
    let general = try file("ports: Nano*\nmap: {cc 1: {widget: osc.mix, mode: pickup}}")
    let there = try file("ports: usb 1-2\nmap: {cc 2: reverb.mix}")
    let router = Router([general, there], widgets)
    router.portAppeared(one, names: ["Nano"], identity: .init(serial: "1", usbPath: "1-1"))
    for value in [0, 64] as [UInt8] { send(cc(1, value), router, from: one) }
    #expect(!send(cc(2, 127), router, from: one))
    router.portLeft(one)
    router.portAppeared(two, names: ["Nano"], identity: .init(serial: "1", usbPath: "1-2"))
    send(cc(1, 100), router, from: two)
    #expect(value("osc.mix") == 100.0 / 127)
    #expect(send(cc(2, 127), router, from: two) && value("reverb.mix") == 1)
  }

  @Test(arguments: ControlMode.allCases.filter(\.isRelative))
  func `Every number of 14 bits turns an encoder by 64 detents at most`(mode: ControlMode) throws {
    let text = "map: {cc14 3: {widget: keyboard.octave, mode: \(mode.rawValue), step: 0.001}}"
    for msb in 0..<128 as Range<UInt8> {
      let router = Router([try file(text)], widgets)
      for lsb in 0..<128 as Range<UInt8> {
        widgets["keyboard.octave"]?.set(0)
        send(cc(3, msb), router, from: one)
        send(cc(35, lsb), router, from: one)
        #expect(abs(value("keyboard.octave") ?? 1) <= 0.064 + 1e-9, "\(msb) \(lsb)")
      }
    }
  }

  @Test func `Any bytes at all are routed without harm`() throws {
    let modes = ControlMode.allCases.filter { !$0.isRelative }
    let texts = modes.map { mode in
      "map: {bend: {widget: osc.mix, mode: \(mode.rawValue), feedback: true}, "
        + (0..<128).map {
          "cc \($0): {widget: osc1.wave, mode: \(ControlMode.allCases[$0 % ControlMode.allCases.count].rawValue)}"
        }.joined(separator: ", ") + "}"
    }
    var random = SystemRandomNumberGenerator()
    for text in texts {
      let router = Router([try file(text)], widgets)
      var parser = MIDIParser()
      for _ in 0..<2_000 {
        if let message = parser.parse(UInt8.random(in: 0...255, using: &random)) {
          _ = router.route(message, from: one, at: UInt64.random(in: 0 ... .max, using: &random)) { _ in }
        }
      }
      router.feedback { _, message in #expect(message.bytes.dropFirst().allSatisfy { $0 < 128 }) }
      #expect(widgets.all.allSatisfy { $0.range.contains($0.value) })
    }
  }
}
