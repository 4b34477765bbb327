import CPortMidi
import Glibc
import SpinetMIDI
import SpinetRealtime
import SpinetText
import SystemPackage

/// MIDI through PortMidi, which is polled every millisecond. [control-thread]
///
/// PortMidi lists its devices only when it starts, so it is restarted when the sound cards change.
package final class PortMidiSource: MIDISource {
  /// The streams of one port. They are closed with this object.
  private final class Input {
    let port: MIDIPort
    let stream: UnsafeMutableRawPointer
    let output: UnsafeMutableRawPointer?

    init(port: MIDIPort, stream: UnsafeMutableRawPointer, output: UnsafeMutableRawPointer?) {
      (self.port, self.stream, self.output) = (port, stream, output)
    }

    deinit {
      pm_Pm_Close(stream)
      if let output { pm_Pm_Close(output) }
    }
  }

  private let rule: MIDIConnectionRule
  private var inputs: [Input] = []
  private var cards = RawMIDICards()
  private var lastCheck = HostTime.now
  private var untold: [MIDISourceEvent] = []
  private var refusals = ConnectionRefusals<String>()
  private var exclusives = SysExInbox()
  private var events = [pm_event](repeating: pm_event(), count: 64)
  private var isExclusiveRefused = false

  package init(rule: MIDIConnectionRule = MIDIConnectionRule()) throws(SpinetError) {
    // Before this object is complete: its end calls the library.
    if let missing = pm_load() {
      throw SpinetError(
        .notInstalled, what: "PortMidi",
        why: "it cannot be loaded: \(String(cString: missing)) is missing",
        remedy: Remedy(.installPortMidi))
    }
    self.rule = rule
    pm_Pt_Start(1, nil, nil)
    let result = pm_Pm_Initialize()
    guard result == 0 else {
      throw SpinetError(
        .deviceFailed, what: "PortMidi", why: Self.text(of: result),
        remedy: Remedy(.useSequencer))
    }
    openInputs()
  }

  deinit {
    closeInputs()
    pm_Pm_Terminate()
  }

  package var descriptor: Int32? { nil }
  package var announcement: String { "PortMidi" }
  package var hasOutput: Bool { false }
  package var connectedPorts: [MIDIPort] { inputs.map(\.port) }

  package func ports() -> [MIDIPort] {
    (0..<pm_Pm_CountDevices()).compactMap { device in
      guard let info = pm_Pm_GetDeviceInfo(device)?.pointee, info.has_input != 0 else { return nil }
      let name = String(cString: info.name)
      return MIDIPort(
        id: PortID(rawValue: 0x8000_0000 | UInt32(device)), client: name, name: name,
        address: "portmidi \(device)",
        isHardware: cards.contain(device: name), sends: true, receives: outputDevice(named: name) != nil)
    }
  }

  package func read(_ handle: (MIDISourceEvent) -> Void) {
    checkForChanges()
    let waiting = untold
    untold.removeAll(keepingCapacity: true)
    waiting.forEach(handle)
    for input in inputs { read(input, handle) }
  }

  package func send(_ message: MIDIMessage, to port: PortID?) {
    var packed: Int32 = 0
    for (index, byte) in message.bytes.enumerated() { packed |= Int32(byte) << (8 * Int32(index)) }
    for input in inputs where input.port.id == port {
      if let output = input.output { pm_Pm_WriteShort(output, 0, packed) }
    }
  }

  /// Told once that nothing is sent.
  package func send(exclusive bytes: [UInt8], to port: PortID?) {
    guard !isExclusiveRefused else { return }
    isExclusiveRefused = true
    untold.append(
      .refused(
        SpinetError(
          .deviceFailed, what: "PortMidi", why: "it sends no system exclusive messages here",
          remedy: Remedy(.useSequencer))))
  }

  private func read(_ input: Input, _ handle: (MIDISourceEvent) -> Void) {
    while true {
      let count = pm_Pm_Read(input.stream, &events, Int32(events.count))
      if Int(count) == pm_buffer_overflow { handle(.overrun) }
      guard count > 0 else { return }
      for event in events.prefix(Int(count)) {
        let time = hostTime(ofMilliseconds: event.milliseconds)
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

  /// PortMidi packs a whole message into a word, or four bytes of a system exclusive message.
  private static func bytes(of packed: Int32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: packed >> (8 * Int32($0))) }
  }

  /// Realtime messages may come inside a system exclusive message. Any other status byte ends it.
  private func isExclusive(_ packed: Int32, from port: PortID) -> Bool {
    let first = UInt8(truncatingIfNeeded: packed)
    return first == 0xF0 || exclusives.isInside(port) && (first < 0x80 || first == 0xF7)
  }

  private static func message(of packed: Int32) -> MIDIMessage? {
    let bytes = bytes(of: packed)
    return (1...3).lazy.compactMap { MIDIMessage(bytes: bytes.prefix($0)) }.first
  }

  private func hostTime(ofMilliseconds stamp: Int32) -> HostTime {
    let age = max(0, pm_Pt_Time() - stamp)
    return HostTime(nanoseconds: HostTime.now.nanoseconds - UInt64(age) * 1_000_000)
  }

  private func checkForChanges() {
    guard HostTime.now.nanoseconds(since: lastCheck) > 500_000_000 else { return }
    lastCheck = .now
    let present = RawMIDICards()
    guard present != cards else { return }
    cards = present
    untold += inputs.map { .disconnected($0.port) }
    untold += inputs.filter { $0.output != nil }.map { .vanished($0.port.id) }
    refusals.keep { present.contain(device: $0) }
    closeInputs()
    pm_Pm_Terminate()
    pm_Pm_Initialize()
    openInputs()
  }

  private func openInputs() {
    for port in ports() where rule.accepts(port) {
      var stream: UnsafeMutableRawPointer?
      let device = Int32(port.id.rawValue & 0xFFFF)
      let result = pm_Pm_OpenInput(&stream, device, nil, 1024, nil, nil)
      guard result == 0, let stream else {
        refusals.record(port.name, port, reason: Self.text(of: result)).map { untold.append(.refused($0)) }
        continue
      }
      let output = openOutput(for: port)
      inputs.append(Input(port: port, stream: stream, output: output))
      untold.append(.connected(port))
      if output != nil { untold.append(.appeared(port)) }
    }
  }

  private func openOutput(for port: MIDIPort) -> UnsafeMutableRawPointer? {
    guard let device = outputDevice(named: port.name) else { return nil }
    var stream: UnsafeMutableRawPointer?
    guard pm_Pm_OpenOutput(&stream, device, nil, 256, nil, nil, 0) == 0 else { return nil }
    return stream
  }

  private func outputDevice(named name: String) -> Int32? {
    (0..<pm_Pm_CountDevices()).first { device in
      guard let info = pm_Pm_GetDeviceInfo(device)?.pointee else { return false }
      return info.has_output != 0 && String(cString: info.name) == name
    }
  }

  private func closeInputs() {
    inputs.removeAll()
    exclusives = SysExInbox()
  }

  private static func text(of error: Int32) -> String {
    pm_Pm_GetErrorText(error).map { String(cString: $0) } ?? "error \(error)"
  }
}

/// The MIDI interfaces of the sound cards, as the kernel lists them in /proc/asound.
struct RawMIDICards: Equatable {
  /// Their names, such as `Launch Key`.
  let names: [String]

  /// Skips interfaces of software and of USB gadgets.
  init(root: FilePath = "/proc/asound") {
    let cards = ((try? root.entries()) ?? []).filter { $0.hasPrefix("card") }
    names = cards.flatMap { card in
      let folder = root.appending(card)
      return ((try? folder.entries()) ?? []).filter { $0.hasPrefix("midi") }.compactMap { entry in
        folder.appending(entry).trimmedText?.split(separator: "\n").first.map(String.init)
      }
    }.filter { !$0.hasPrefix("VirMIDI") && !$0.hasPrefix("f_midi") }
  }

  /// Whether a PortMidi device is one of these interfaces: its name begins with the interface's name.
  func contain(device: String) -> Bool { names.contains { !$0.isEmpty && device.hasPrefix($0) } }
}
