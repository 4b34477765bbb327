import Logging
import SpinetDevices
import SpinetEngine
import SpinetFormats
import SpinetKeyboard
import SpinetLibrary
import SpinetMIDI
import SpinetMapping
import SpinetMixer
import SpinetRealtime
import SpinetStage
import SpinetSynth
import SpinetWidgets
import Testing

@testable import SpinetSession

/// Instruments that keep what they get, until the next look.
final class OutsideStandIns: MIDISource {
  private var there: [MIDIPort] = []
  private var sent: [String] = []
  private(set) var opened: [PortID] = []
  var descriptor: Int32? { -1 }
  var announcement: String { "" }
  var hasOutput: Bool { true }
  var connectedPorts: [MIDIPort] { [] }

  static func port(_ name: String) -> MIDIPort {
    MIDIPort(
      id: PortID(rawValue: UInt32(name.utf8.first ?? 0) << 8), client: name, name: "MIDI 1", address: "9:0",
      isHardware: true, sends: false, receives: true)
  }

  init(_ names: [String]) { there = names.map(Self.port) }

  func plug(_ name: String) -> MIDIPort {
    let port = Self.port(name)
    there.append(port)
    return port
  }

  func pull(_ name: String) -> PortID {
    there.removeAll { $0.client == name }
    return Self.port(name).id
  }

  func ports() -> [MIDIPort] { there }
  func open(_ port: PortID) { opened.append(port) }
  func read(_ handle: (MIDISourceEvent) -> Void) {}

  func send(_ message: MIDIMessage, to port: PortID?) { note(message.bytes, port) }
  func send(exclusive bytes: [UInt8], to port: PortID?) { port.map { note(bytes, $0) } }

  private func note(_ bytes: [UInt8], _ port: PortID?) {
    let name = there.first { $0.id == port }?.client ?? "nobody"
    let hex = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
    sent.append("\(name) \(hex.joined())")
  }

  /// What they got since the last look.
  func popSent() -> [String] {
    defer { sent = [] }
    return sent
  }
}

/// A performer whose parts are instruments outside, and a sound of its own called `own`.
final class OutsideRig {
  let performer: Performer
  let instruments: OutsideStandIns
  private let outside: OutsideInstruments
  private let output: OutsideOutput
  var now = HostTime(seconds: 100)

  init(_ text: String, instruments names: [String] = ["Prophet", "Juno"], map: String? = nil) throws {
    instruments = OutsideStandIns(names)
    let mappings = try map.map { [try Mapping(text: "map:\n  \($0)\n", file: "test.yaml")] } ?? []
    performer = Performer(
      instrument: try LoadedInstrument(try Self.stage(text)), mappings: ActiveMappings(mappings),
      keyboard: nil)
    outside = OutsideInstruments(instruments, logger: Logger(label: "test"))
    performer.outside = outside
    output = OutsideOutput(of: performer, to: outside)
    for number in 1...2 { performer.portAppeared(Rig.port(PortID(rawValue: UInt32(number)))) }
    turn()
  }

  static func stage(_ text: String) throws -> LoadedStage {
    let stage = try Stage(text: text, file: "stage.yaml")
    let parts = stage.parts.map { part in
      let engine: any SoundEngine = part.outside.map { OutsideEngine($0) } ?? SynthEngine(voices: 8)
      let loaded = LoadedPart(part, LoadedSound(name: part.sound, engine: engine))
      for setting in part.settings {
        WidgetSet(loaded.sound.widgets)[setting.widget].map { _ = $0.set($0.parse(setting.text) ?? 0) }
      }
      return loaded
    }
    return LoadedStage(stage, parts: parts)
  }

  func turn(milliseconds: Double = 0) {
    let end = now.advanced(bySeconds: milliseconds * 1e-3)
    repeat {
      performer.turn(at: now, isReady: false)
      output.turn(at: now, isReady: false)
      let next = [performer.nextMoment(after: now), output.nextMoment(after: now)].compactMap(\.self).min()
      now = next.map { min(max($0, now.advanced(bySeconds: 1e-6)), end) } ?? end
    } while now < end
    now = end
    performer.turn(at: now, isReady: false)
    output.turn(at: now, isReady: false)
  }

  /// Bytes from a controller, and what the instruments get of them.
  @discardableResult func take(_ bytes: UInt8..., from port: UInt32 = 1) throws -> [String] {
    let message = try #require(MIDIMessage(bytes: bytes))
    performer.take(message, from: PortID(rawValue: port), at: now)
    turn()
    return instruments.popSent()
  }

  /// A message of MIDI 2.0 from a controller, and what the instruments get of it.
  func take(midi2 message: MIDI2Message) -> [String] {
    performer.take(midi2: message, from: PortID(rawValue: 1), at: now)
    turn()
    return instruments.popSent()
  }

  func set(_ name: String, _ value: Double) throws -> [String] {
    try #require(performer.instrument.widgets[name]).set(value)
    turn(milliseconds: 20)
    return instruments.popSent()
  }

  func plug(_ name: String) -> [String] {
    outside.appeared(instruments.plug(name), at: now)
    turn(milliseconds: 100)
    return instruments.popSent()
  }

  func pull(_ name: String) { outside.vanished(instruments.pull(name)) }

  func change(to text: String) throws {
    let (kept, _) = try Self.stage(text).keeping(performer.instrument)
    try performer.change(to: kept, ChangeRequest(isSame: true), at: now)
    turn(milliseconds: 20)
  }
}
