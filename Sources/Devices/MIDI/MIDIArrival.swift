import MIDI
import Realtime

/// What a MIDI source tells the control thread.
public enum MIDIArrival: Sendable {
  /// A message, with the moment at which it arrived at the machine.
  case message(MIDIMessage, from: PortID, at: HostTime)
  /// The payload, between F0 and F7, of a system exclusive message, with the moment at which its end arrived.
  case exclusive([UInt8], from: PortID, at: HostTime)
  /// A port was connected to the instrument, by itself or by somebody.
  case connected(MIDIPort)
  /// A port no longer sends to the instrument: unplugged, disconnected, or its program has died.
  case disconnected(MIDIPort)
  /// Somebody listens from now on to what the instrument sends out.
  case listener(PortID)
  /// The system dropped messages because they were not read in time.
  case overrun
}
