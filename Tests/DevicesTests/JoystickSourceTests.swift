import Glibc
import SpinetDevices
import SpinetMIDI
import SpinetRealtime
import Testing

/// The axes of a game pad as controllers: axis 0 is CC 20, axis 1 is CC 21, and so on.
final class JoystickSource: MIDISource {
  let descriptor: Int32?
  let announcement = ""
  let hasOutput = false
  private let port = MIDIPort(
    id: PortID(rawValue: 1), client: "Joystick", name: "Joystick", address: "js0", isHardware: true,
    sends: true, receives: false)
  private var isNew = true

  /// - Parameter descriptor: of `/dev/input/js0`, opened with `O_NONBLOCK`.
  init(descriptor: Int32) { self.descriptor = descriptor }

  func ports() -> [MIDIPort] { [port] }
  var connectedPorts: [MIDIPort] { [port] }
  func send(_ message: MIDIMessage, to port: PortID?) {}

  func read(_ handle: (MIDISourceEvent) -> Void) {
    if isNew { handle(.connected(port)) }
    isNew = false
    // The kernel's `struct js_event`: milliseconds, value, kind, number.
    var event = JoystickEvent()
    while Glibc.read(descriptor ?? -1, &event, 8) == 8 {
      guard let message = event.message else { continue }
      handle(.message(message, from: port.id, at: .now))
    }
  }
}

struct JoystickEvent {
  var milliseconds: UInt32 = 0
  var value: Int16 = 0
  var kind: UInt8 = 0
  var number: UInt8 = 0

  /// −32,768 to 32,767 becomes 0 to 127; nil for buttons.
  var message: MIDIMessage? {
    guard kind & 0x7F == 2, number < 12 else { return nil }
    let position = UInt8((Int(value) + 32_768) >> 9)
    return .controlChange(Channel(status: 0), controller: 20 + number, value: position)
  }
}

@Suite struct JoystickSourceTests {
  @Test func `Axes become controllers, and buttons do not`() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    defer { for end in ends { close(end) } }
    for var event in [
      JoystickEvent(value: -32_768, kind: 2, number: 0), JoystickEvent(value: 1, kind: 1, number: 0),
      JoystickEvent(value: 32_767, kind: 2, number: 1),
    ] { try #require(write(ends[1], &event, 8) == 8) }
    let source = JoystickSource(descriptor: ends[0])
    var messages: [MIDIMessage] = []
    var connected = 0
    for _ in 0..<2 {
      source.read { event in
        if case .message(let message, _, _) = event { messages.append(message) }
        if case .connected = event { connected += 1 }
      }
    }
    let channel = Channel(status: 0)
    #expect(
      messages == [
        .controlChange(channel, controller: 20, value: 0),
        .controlChange(channel, controller: 21, value: 127),
      ])
    #expect(connected == 1)
  }
}
