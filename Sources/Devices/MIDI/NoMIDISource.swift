import MIDI

/// No MIDI at all: `--midi none`.
public final class NoMIDISource: MIDISource {
  public init() {}
  public var descriptor: Int32? { -1 }
  public var announcement: String { "" }
  public var hasOutput: Bool { false }
  public var connectedPorts: [MIDIPort] { [] }
  public func ports() -> [MIDIPort] { [] }
  public func read(_ handle: (MIDIArrival) -> Void) {}
  public func send(_ message: MIDIMessage, to port: PortID?) {}
}
