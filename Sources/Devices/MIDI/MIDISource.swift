import SpinetMIDI
import SpinetRealtime

/// Where MIDI comes from, and where answers to controllers go. [control-thread]
package protocol MIDISource: AnyObject {
  /// Becomes readable when there is something to read; nil when `read` must be called every millisecond.
  var descriptor: Int32? { get }

  /// How other programs see the source: `Spinet In 128:0`; empty when they do not.
  var announcement: String { get }

  /// The ports there are now, connected or not.
  func ports() -> [MIDIPort]

  /// The ports that send to the instrument now.
  var connectedPorts: [MIDIPort] { get }

  /// Passes on everything that has arrived, in order.
  func read(_ handle: (MIDISourceEvent) -> Void)

  /// Whether other programs and instruments can listen to what is sent without naming a port.
  var hasOutput: Bool { get }

  /// Sends to one port, or when `port` is nil to everything that listens: other programs and instruments,
  /// never a controller that is connected for its lamps.
  func send(_ message: MIDIMessage, to port: PortID?)
}

/// What a MIDI source tells the control thread.
package enum MIDISourceEvent: Sendable {
  /// A message, with the moment at which it arrived at the machine.
  case message(MIDIMessage, from: PortID, at: HostTime)
  /// The payload, between F0 and F7, of a system exclusive message, with the moment at which its end arrived.
  case exclusive([UInt8], from: PortID, at: HostTime)
  /// A port was connected to the instrument, by itself or by another program.
  case connected(MIDIPort)
  /// A port no longer sends to the instrument: unplugged, disconnected, or its program has died.
  case disconnected(MIDIPort)
  /// A program listens from now on to what the instrument sends out.
  case listener(PortID)
  /// A port that should be connected cannot be; told once for each port, until it is plugged in again.
  case refused(SpinetError)
  /// The system dropped messages because they were not read in time.
  case overrun
}

/// No MIDI at all.
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
