import SpinetMIDI
import SpinetRealtime

/// A source of MIDI, which also sends feedback to controllers. One thread uses it, the control thread for instance.
package protocol MIDISource: AnyObject {
  /// Readable when there is something to read. If nil, `read` must be called every millisecond.
  var descriptor: Int32? { get }

  /// The name that other programs see: `Spinet 128:0`. Empty if they do not see it.
  var announcement: String { get }

  /// All current ports, connected or not.
  func ports() -> [MIDIPort]

  /// The ports that currently send to the instrument.
  var connectedPorts: [MIDIPort] { get }

  /// Connects the ports of this name now and whenever they appear.
  func connect(named name: String)

  /// Passes on everything that has arrived, in order.
  func read(_ handle: (MIDISourceEvent) -> Void)

  /// Whether other programs and instruments can receive messages that are sent without naming a port.
  var hasOutput: Bool { get }

  /// Sends to one port. If `port` is nil, sends to all programs and instruments that are connected to the
  /// output, but not to controllers that are connected for their lamps.
  func send(_ message: MIDIMessage, to port: PortID?)

  /// Sends at a moment a little ahead, by the kernel's clock where it has one.
  func send(_ message: MIDIMessage, to port: PortID, at time: HostTime)

  /// Forgets what was to be sent at a moment that is still to come.
  func cancelScheduled()

  /// Opens a port to send there. From then on it gets only what is sent to it.
  func open(_ port: PortID)

  /// Sends bytes of a system exclusive message: the whole message, from F0 to F7, or a piece of it. If `port` is nil,
  /// sends to all that are connected to the output.
  func send(exclusive bytes: [UInt8], to port: PortID?)
}

extension MIDISource {
  package func connect(named name: String) {}
  /// A source without a clock sends at once.
  package func send(_ message: MIDIMessage, to port: PortID, at time: HostTime) { send(message, to: port) }
  package func cancelScheduled() {}
  package func open(_ port: PortID) {}
  package func send(exclusive bytes: [UInt8], to port: PortID?) {}
}

/// An event of a MIDI source.
package enum MIDISourceEvent: Sendable {
  /// A message, and when it arrived at the computer.
  case message(MIDIMessage, from: PortID, at: HostTime)
  /// A message of MIDI 2.0, and when it arrived at the computer.
  case message2(MIDI2Message, from: PortID, at: HostTime)
  /// The payload of a system exclusive message, between F0 and F7, and when its end arrived.
  case exclusive([UInt8], from: PortID, at: HostTime)
  /// A port was connected to the instrument, automatically or by another program.
  case connected(MIDIPort)
  /// A port no longer sends to the instrument: it was unplugged or disconnected, or its program has ended.
  case disconnected(MIDIPort)
  /// A port has come to which something can be sent.
  case appeared(MIDIPort)
  /// A port that was opened to send there is gone.
  case vanished(PortID)
  /// A program was connected to the instrument's output.
  case listener(PortID)
  /// A port could not be connected. Reported once for each port, until it is plugged in again.
  case refused(SpinetError)
  /// The system dropped messages because they were not read in time.
  case overrun
}

/// A source without any MIDI.
package final class NoMIDISource: MIDISource {
  package init() {}
  package var descriptor: Int32? { -1 }
  package var announcement: String { "" }
  package var hasOutput: Bool { false }
  package var connectedPorts: [MIDIPort] { [] }
  package func ports() -> [MIDIPort] { [] }
  package func read(_ handle: (MIDISourceEvent) -> Void) {}
  package func send(_ message: MIDIMessage, to port: PortID?) {}
}
