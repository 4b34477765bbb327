import SpinetMIDI
import SpinetWidgets

/// Moves the widgets by what controllers send, as the mappings say. [control-thread]
///
/// ```swift
/// let router = Router(mappings, widgets)
/// router.portAppeared(port, names: ["nanoKONTROL2", "nanoKONTROL2 MIDI 1"])
/// let taken = router.route(message, from: port, at: now) { output in … }
/// router.feedback { port, message in … }  // thirty times a second or so
/// ```
/// `route` allocates nothing, and takes the same time however long the mappings are.
public final class Router {
  public let widgets: WidgetSet
  public private(set) var mappings: [Mapping]
  /// The control of the last message, as a mapping file would name it. Nil when the message only selected a
  /// parameter or no control can send it. It tells what an unmapped message was.
  public private(set) var lastHeard: Control?
  private var ports: [RouterPort] = []
  /// Ports that left: a controller that comes back continues where it was.
  private var departed: [RouterPort] = []
  private static let departedLimit = 64

  /// - Parameter mappings: the more important first. A target whose widget is not in `widgets` is skipped;
  ///   `Mapping.check(against:)` reports it.
  public init(_ mappings: [Mapping], _ widgets: WidgetSet) {
    self.mappings = mappings
    self.widgets = widgets
  }

  // MARK: Ports

  /// - Parameters:
  ///     - names: the client's, the port's, and `client:port`; any of them may match a mapping's `ports:`.
  ///     - identity: what tells it from others of the same names; its names may match too.
  public func portAppeared(_ port: PortID, names: [String], identity: ControllerIdentity? = nil) {
    portLeft(port)
    if let index = departedIndex(names, identity) {
      var known = departed.remove(at: index)
      known.id = port
      if known.identity != identity {
        known.identity = identity
        known.recompile(mappings, widgets)
      }
      ports.append(known)
    } else {
      ports.append(RouterPort(port, names: names, identity: identity, mappings: mappings, widgets: widgets))
    }
  }

  /// The index among `departed` of a controller that has come back: at its old USB port or, by its serial
  /// number, at another one, unless several controllers share that number.
  private func departedIndex(_ names: [String], _ identity: ControllerIdentity?) -> Int? {
    let (serial, usbPath) = (identity?.serial, identity?.usbPath)
    let alike = departed.indices.filter {
      departed[$0].names == names && departed[$0].identity?.serial == serial
    }
    if let index = alike.last(where: { departed[$0].identity?.usbPath == usbPath }) { return index }
    let isHere = ports.contains { $0.names == names && $0.identity?.serial == serial }
    return serial != nil && alike.count == 1 && !isHere ? alike[0] : nil
  }

  /// Releases what the port's buttons and notes hold on widgets.
  public func portLeft(_ port: PortID) {
    guard let index = ports.firstIndex(where: { $0.id == port }) else { return }
    var gone = ports.remove(at: index)
    gone.release()
    departed.append(gone)
    if departed.count > Self.departedLimit { departed.removeFirst() }
  }

  /// Replaces the mappings. A binding that stays the same keeps its takeover. What a button or a note holds
  /// is released if it is not mapped so any more. The end of a note still goes where its beginning went.
  public func replaceMappings(_ mappings: [Mapping]) {
    self.mappings = mappings
    for index in ports.indices { ports[index].recompile(mappings, widgets) }
    for index in departed.indices { departed[index].recompile(mappings, widgets) }
  }

  // MARK: Events

  /// Moves what the message's control is mapped to.
  ///
  /// - Parameter emit: gets each change while it happens; it must not call the router.
  /// - Returns: whether a mapping took the message. If none did, it is for the keyboard.
  public func route(
    _ message: MIDIMessage, from id: PortID, at nanoseconds: UInt64, _ emit: (RouterOutput) -> Void
  ) -> Bool {
    let (taken, heard) = ports[index(of: id)].route(message, at: nanoseconds, emit)
    lastHeard = heard
    return taken
  }

  private func index(of id: PortID) -> Int {
    if let index = ports.firstIndex(where: { $0.id == id }) { return index }
    ports.append(RouterPort(id, names: [], identity: nil, mappings: mappings, widgets: widgets))
    return ports.count - 1
  }

  // MARK: Feedback

  /// Passes to `emit` what controllers have to be told: each widget that anything but its own control has
  /// moved since the last call, once, however often it moved.
  ///
  /// - Parameter bytes: how much each port gets by one call; the rest waits for the next. A DIN cable carries
  ///   3,125 bytes a second.
  public func feedback(bytes: Int = .max, into emit: (PortID, MIDIMessage) -> Void) {
    for index in ports.indices { ports[index].feedback(bytes: bytes, emit) }
  }

  /// Makes the next `feedback` send everything: for a controller that was plugged in.
  public func resendFeedback(_ port: PortID) {
    if let index = ports.firstIndex(where: { $0.id == port }) { ports[index].forgetShown() }
  }
}

/// What an event does to a widget. The index is the widget's in the router's `WidgetSet`.
public enum RouterOutput: Hashable, Sendable, BitwiseCopyable {
  /// The control moved the widget, which now has this value.
  case moved(widget: Int, value: Double)
  /// The widget waits for the control, which reaches it when turned this way.
  case waiting(widget: Int, TurnDirection)
}

/// Which way to turn a control.
public enum TurnDirection: String, Hashable, Sendable, BitwiseCopyable {
  case up, down
}
