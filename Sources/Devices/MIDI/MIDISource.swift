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

  /// Sends to one connected controller, or to whoever listens when `port` is nil.
  func send(_ message: MIDIMessage, to port: PortID?)
}
