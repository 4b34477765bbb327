import CPortMidi
import CQuiet
import MIDI
import Realtime

/// MIDI through PortMidi, asked every millisecond. [control-thread]
///
/// PortMidi lists its devices once; when the sound cards change it is started anew.
public final class PortMidiSource: MIDISource {
  private struct Input {
    let port: MIDIPort
    let stream: UnsafeMutableRawPointer
    let output: UnsafeMutableRawPointer?
  }

  private let rule: MIDIConnectionRule
  private var inputs: [Input] = []
  private var cards = RawMIDICards()
  private var lastLook = HostTime.now
  private var untold: [MIDIArrival] = []
  private var exclusives = SysExInbox()
  private var events = [PmEvent](repeating: PmEvent(), count: 64)

  public init(rule: MIDIConnectionRule = MIDIConnectionRule()) throws(MIDISourceError) {
    self.rule = rule
    quiet_alsa()
    Pt_Start(1, nil, nil)
    let result = Pm_Initialize()
    guard result == pmNoError else {
      throw MIDISourceError(
        what: "PortMidi", why: Self.text(of: result), remedy: "use the ALSA sequencer with '--midi alsa'")
    }
    openInputs()
  }

  deinit {
    closeInputs()
    Pm_Terminate()
  }

  public var descriptor: Int32? { nil }
  public var announcement: String { "PortMidi" }
  public var hasOutput: Bool { false }
  public var connectedPorts: [MIDIPort] { inputs.map(\.port) }

  public func ports() -> [MIDIPort] {
    (0..<Pm_CountDevices()).compactMap { device in
      guard let info = Pm_GetDeviceInfo(device)?.pointee, info.input != 0 else { return nil }
      let name = String(cString: info.name)
      return MIDIPort(
        id: PortID(rawValue: 0x8000_0000 | UInt32(device)), client: name, name: name,
        address: "portmidi \(device)",
        isHardware: cards.contain(device: name), sends: true, receives: outputDevice(named: name) != nil)
    }
  }

  public func read(_ handle: (MIDIArrival) -> Void) {
    lookForChanges()
    let waiting = untold
    untold.removeAll(keepingCapacity: true)
    waiting.forEach(handle)
    for input in inputs { read(input, handle) }
  }

  public func send(_ message: MIDIMessage, to port: PortID?) {
    var packed: Int32 = 0
    for (index, byte) in message.bytes.enumerated() { packed |= Int32(byte) << (8 * Int32(index)) }
    for input in inputs where input.port.id == port {
      if let output = input.output { Pm_WriteShort(output, 0, packed) }
    }
  }

  private func read(_ input: Input, _ handle: (MIDIArrival) -> Void) {
    while true {
      let count = Pm_Read(input.stream, &events, Int32(events.count))
      if count == pmBufferOverflow.rawValue { handle(.overrun) }
      guard count > 0 else { return }
      for event in events.prefix(Int(count)) {
        let time = hostTime(ofMilliseconds: event.timestamp)
        if isExclusive(event.message, from: input.port.id) {
          exclusives.take(Self.bytes(of: event.message), from: input.port.id) { payload in
            handle(.exclusive(payload, from: input.port.id, at: time))
          }
        } else if let message = Self.message(of: event.message) {
          handle(.message(message, from: input.port.id, at: time))
        }
      }
    }
  }

  /// PortMidi packs a whole message in a word, or four bytes of a system exclusive one.
  private static func bytes(of packed: Int32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: packed >> (8 * Int32($0))) }
  }

  /// Real time messages come between the words of a system exclusive one, and any other status cuts it off.
  private func isExclusive(_ packed: Int32, from port: PortID) -> Bool {
    let first = UInt8(truncatingIfNeeded: packed)
    return first == 0xF0 || exclusives.isInside(port) && (first < 0x80 || first == 0xF7)
  }

  private static func message(of packed: Int32) -> MIDIMessage? {
    let bytes = bytes(of: packed)
    return (1...3).lazy.compactMap { MIDIMessage(bytes: bytes.prefix($0)) }.first
  }

  private func hostTime(ofMilliseconds stamp: Int32) -> HostTime {
    let age = max(0, Pt_Time() - stamp)
    return HostTime(nanoseconds: HostTime.now.nanoseconds - UInt64(age) * 1_000_000)
  }

  private func lookForChanges() {
    guard HostTime.now.nanoseconds(since: lastLook) > 500_000_000 else { return }
    lastLook = .now
    let present = RawMIDICards()
    guard present != cards else { return }
    cards = present
    untold += inputs.map { .disconnected($0.port) }
    closeInputs()
    Pm_Terminate()
    Pm_Initialize()
    openInputs()
  }

  private func openInputs() {
    for port in ports() where rule.accepts(port) {
      var stream: UnsafeMutableRawPointer?
      let device = Int32(port.id.rawValue & 0xFFFF)
      guard Pm_OpenInput(&stream, device, nil, 1024, nil, nil) == pmNoError, let stream else { continue }
      inputs.append(Input(port: port, stream: stream, output: openOutput(for: port)))
      untold.append(.connected(port))
    }
  }

  private func openOutput(for port: MIDIPort) -> UnsafeMutableRawPointer? {
    guard let device = outputDevice(named: port.name) else { return nil }
    var stream: UnsafeMutableRawPointer?
    guard Pm_OpenOutput(&stream, device, nil, 256, nil, nil, 0) == pmNoError else { return nil }
    return stream
  }

  private func outputDevice(named name: String) -> Int32? {
    (0..<Pm_CountDevices()).first { device in
      guard let info = Pm_GetDeviceInfo(device)?.pointee else { return false }
      return info.output != 0 && String(cString: info.name) == name
    }
  }

  private func closeInputs() {
    for input in inputs {
      Pm_Close(input.stream)
      if let output = input.output { Pm_Close(output) }
    }
    inputs.removeAll()
    exclusives = SysExInbox()
  }

  private static func text(of error: PmError) -> String {
    Pm_GetErrorText(error).map { String(cString: $0) } ?? "error \(error.rawValue)"
  }
}
