import SpinetMIDI
import SpinetRealtime
import SpinetWidgets

/// Plays a running instrument from any thread, for a page, a program or a sensor. [any-thread]
///
/// When a client leaves, only its own keys and fingers are released.
public struct InputClient: Sendable {
  let id: ClientID
  let handle: SessionHandle

  /// Plays a message, or moves the widgets that it is mapped to.
  ///
  /// - Parameters:
  ///   - time: when it happened. A message with a future time is played at that time.
  ///   - part: the only part that plays the note, even outside its key range; empty for every part that listens.
  /// - Returns: false if the inbox was full. The instrument counts these messages. A note-off always finds room.
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
  /// - Returns: false if the inbox was full or no widget has that name.
  @discardableResult public func move(_ name: String, to value: Double, at time: HostTime = .now) -> Bool {
    guard let widget = handle.widgets[name] else { return false }
    return post(.move(widget, value), at: time)
  }

  /// Releases everything that this client holds. The client may continue to play.
  public func leave() { post(.left, at: .now) }

  /// A number of its own. [any-thread]
  package var number: UInt32 { id.number }

  /// Asks as a command does over the socket. A full inbox refuses.
  ///
  /// - Parameter answer: called once, on any thread.
  package func ask(_ request: Request, _ answer: @escaping @Sendable (Response) -> Void) {
    let reply = WaitingReply(Reply(answer))
    if !post(.request(request, reply), at: .now) { reply.answer(.refused(Self.busy)) }
  }

  private static let busy = SpinetError(
    .limitReached, what: "instrument", why: "more arrives than it can take", remedy: "ask again")

  @discardableResult private func post(_ action: InputAction, at time: HostTime) -> Bool {
    handle.controls.inbox.post(InputEvent(client: id, time: time, action: action))
  }
}

/// The number of a client of the inbox.
struct ClientID: Hashable, Sendable {
  let number: UInt32

  /// The port from which its notes come. It is never a port of the sequencer, whose client numbers are below 256.
  var port: PortID { PortID(rawValue: Self.firstPort + number) }

  private static let firstPort: UInt32 = 0x4000_0000
  private static let replay: UInt32 = 0x1000_0000

  /// The same client as one that plays what was played before, which is not kept again.
  var replaying: ClientID { ClientID(number: number | Self.replay) }

  /// Whether a port belongs to a client that plays what was played before.
  static func isReplay(_ port: PortID) -> Bool {
    isPort(port) && (port.rawValue - firstPort) & replay != 0
  }

  /// Whether a port belongs to a client of the inbox. It has no lamps.
  static func isPort(_ port: PortID) -> Bool { port.rawValue >= firstPort && port != .file }
}

/// A finger on a surface of the instrument.
public struct FingerInput: Hashable, Sendable {
  /// The part whose keyboard it touches; empty for an instrument of one part.
  public var part = ""
  /// The number that the client gives the finger.
  public var id: Int
  /// Whether the finger comes down, moves or lifts.
  public var phase: FingerPhase
  /// From the left, 0–1 of the surface.
  public var x: Double
  /// From the top, 0–1 of the surface.
  public var y: Double
  /// 0–1; nil where the screen does not measure it.
  public var pressure: Double?
  /// How hard the finger came down, 0–1; nil where it is not known.
  public var velocity: Double?

  /// A finger at one moment.
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

/// An action of a client.
enum InputAction: Sendable {
  case message(MIDIMessage, part: String = "")
  case finger(FingerInput)
  case move(Widget, Double)
  case request(Request, WaitingReply)
  case left

  /// Whether something would sound or stay held without it.
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

/// An action of a client, with its time.
struct InputEvent: Sendable {
  let client: ClientID
  var time: HostTime
  let action: InputAction
}

extension MIDIMessage {
  /// Whether it ends a note or lets one end: a note-off, the release of a pedal, all notes off.
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
