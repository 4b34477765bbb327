import MIDI
import Realtime

/// Where MIDI comes from, and where answers to controllers go. [control-thread]
public protocol MIDISource: AnyObject {
  /// Becomes readable when there is something to read; nil when the source must be asked every millisecond.
  var descriptor: Int32? { get }

  /// How the source is announced to other programs: `Spinet In 128:0`; empty when it is not.
  var announcement: String { get }

  /// The ports there are now, connected or not.
  func ports() -> [MIDIPort]

  /// The ports that send to the instrument now.
  var connectedPorts: [MIDIPort] { get }

  /// Hands over everything that has arrived, in order.
  func read(_ handle: (MIDIArrival) -> Void)

  /// Whether other programs and instruments can listen to what is sent to nobody by name.
  var hasOutput: Bool { get }

  /// Sends to one port, or when `port` is nil to all who listen: other programs and instruments, never a
  /// controller that is connected for its lamps.
  func send(_ message: MIDIMessage, to port: PortID?)
}
