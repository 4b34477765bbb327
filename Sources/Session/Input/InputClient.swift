import SpinetMIDI
import SpinetRealtime
import SpinetWidgets

/// Plays a running instrument from any thread: for a page, a program, a sensor. [any-thread]
///
/// When a client leaves, only its own keys and fingers are released.
public struct InputClient: Sendable {
  let id: ClientID
  let handle: SessionHandle

  /// Plays a message, or moves what is mapped to it.
  ///
  /// - Parameters:
  ///   - time: when it happened. A time to come is waited for.
  ///   - part: plays the note alone, even outside its key range; empty: every part that listens.
  /// - Returns: false when there was no room, which the instrument counts; a note-off always finds room.
  @discardableResult public func play(
    _ message: MIDIMessage, at time: HostTime = .now, part: String = ""
  ) -> Bool {
    post(.message(message, part: part), at: time)
  }

  /// Puts a finger on a surface, moves it or lifts it.
  @discardableResult public func touch(_ finger: FingerInput, at time: HostTime = .now) -> Bool {
    post(.finger(finger), at: time)
  }

  /// Moves a widget to a value in its unit, in order with the notes.
  ///
  /// - Returns: false also when no widget has that name.
  @discardableResult public func move(_ name: String, to value: Double, at time: HostTime = .now) -> Bool {
    guard let widget = handle.widgets[name] else { return false }
    return post(.move(widget, value), at: time)
  }

  /// Releases everything this client holds. The client may go on playing.
  public func leave() { post(.left, at: .now) }

  /// Asks what a command would ask over the socket. The answer is called on the control thread.
  package func ask(_ request: String, _ answer: @escaping @Sendable ([String]) -> Void) {
    if !post(.request(request, answer), at: .now) { answer([]) }
  }

  @discardableResult private func post(_ action: InputAction, at time: HostTime) -> Bool {
    handle.inbox.post(InputEvent(client: id, time: time, action: action))
  }
}

/// The number of a client of the inbox.
struct ClientID: Hashable, Sendable {
  let number: UInt32

  /// The port that its notes come from. A port of the sequencer has a client below 256 in the upper bytes.
  var port: PortID { PortID(rawValue: Self.firstPort + number) }

  private static let firstPort: UInt32 = 0x4000_0000

  /// Whether a port is that of a client, which has no lamps.
  static func isPort(_ port: PortID) -> Bool { port.rawValue >= firstPort && port != .file }
}

/// A finger on a surface of the instrument.
public struct FingerInput: Hashable, Sendable {
  /// The part whose keyboard it touches; empty for an instrument of one part.
  public var part = ""
  /// The client's number of the finger.
  public var id: Int
  public var phase: FingerPhase
  /// From the left, 0–1 of the surface.
  public var x: Double
  /// From the top, 0–1 of the surface.
  public var y: Double
  /// 0–1; nil where the screen does not measure it.
  public var pressure: Double?
  /// How hard the finger came down, 0–1; nil where it is not known.
  public var velocity: Double?

  public init(
    _ id: Int, _ phase: FingerPhase, x: Double, y: Double, pressure: Double? = nil, velocity: Double? = nil,
    part: String = ""
  ) {
    self.id = id
    self.phase = phase
    self.x = x
    self.y = y
    self.pressure = pressure
    self.velocity = velocity
    self.part = part
  }
}

/// What a client did.
enum InputAction: Sendable {
  case message(MIDIMessage, part: String = "")
  case finger(FingerInput)
  case move(Widget, Double)
  case request(String, @Sendable ([String]) -> Void)
  case left

  /// Whether something would go on for ever without it.
  var isRelease: Bool {
    switch self {
    case .message(let message, _): message.isRelease
    case .finger(let finger): finger.phase == .up
    // A press of `panic`.
    case .move(let widget, _): widget.kind == .momentary
    case .left: true
    case .request: false
    }
  }
}

/// What a client did, and when.
struct InputEvent: Sendable {
  let client: ClientID
  var time: HostTime
  let action: InputAction
}

extension MIDIMessage {
  /// Whether it ends a note, or lets one end: a note-off, a pedal that is let go, all notes off.
  fileprivate var isRelease: Bool {
    switch self {
    case .noteOff: true
    case .noteOn(_, _, let velocity): velocity == 0
    case .controlChange(_, 64...69, let value): value < 64
    case .controlChange(_, 120, _), .controlChange(_, 123...127, _): true
    default: false
    }
  }
}
