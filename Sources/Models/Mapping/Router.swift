import SpinetMIDI
import SpinetWidgets

/// Moves widgets by the messages of controllers, as the mappings define. [control-thread]
///
/// ```swift
/// let router = Router(mappings, widgets)
/// router.portAppeared(port, names: ["nanoKONTROL2", "nanoKONTROL2 MIDI 1"])
/// let taken = router.route(message, from: port, at: now) { output in … }
/// router.feedback { port, message in … }  // about thirty times a second
/// ```
/// `route` allocates nothing, and its time does not depend on the length of the mappings.
public final class Router {
  /// The widgets that it moves.
  public private(set) var widgets: WidgetSet
  /// The mappings in use, the most important one first.
  public private(set) var mappings: [Mapping]
  /// The control of the last message, as in a mapping file. It describes an unmapped message. Nil if the
  /// message only selected a parameter, or if no control can send it.
  public private(set) var lastHeard: Control?
  private var ports: [RouterPort] = []
  /// Disconnected ports. A controller that is connected again continues with its old state.
  private var departed: [RouterPort] = []
  private static let departedLimit = 64
  private var scope: WidgetScope

  /// - Parameter mappings: the most important one first. Targets whose widget is not in `widgets` are
  ///   skipped; `Mapping.check(against:)` reports them.
  public convenience init(_ mappings: [Mapping], _ widgets: WidgetSet) {
    self.init(mappings, widgets, scope: .everything)
  }

  /// - Parameter scope: chooses among the widgets that have the same name in several parts.
  package init(_ mappings: [Mapping], _ widgets: WidgetSet, scope: WidgetScope) {
    self.mappings = mappings
    self.widgets = widgets
    self.scope = scope
  }

  /// Moves the widgets of another instrument. A binding whose widget and line are the same keeps its
  /// state.
  package func replace(_ mappings: [Mapping], _ widgets: WidgetSet, scope: WidgetScope) {
    self.widgets = widgets
    self.scope = scope
    replaceMappings(mappings)
  }

  // MARK: Ports

  /// - Parameters:
  ///   - names: the names of the client and the port, and `client:port`. Any of them may match a mapping's
  ///     `ports:`.
  ///   - identity: distinguishes it from others with the same names. Its names may match too.
  public func portAppeared(_ port: PortID, names: [String], identity: ControllerIdentity? = nil) {
    portLeft(port)
    if let index = departedIndex(names, identity) {
      var known = departed.remove(at: index)
      known.id = port
      if known.identity != identity || known.isStale {
        known.identity = identity
        known.recompile(mappings, widgets, scope)
      }
      ports.append(known)
    } else {
      ports.append(
        RouterPort(
          port, names: names, identity: identity, mappings: mappings, widgets: widgets, scope: scope))
    }
  }

  /// Adds a port without a controller, such as a song's. It follows the mappings, but does not move some widgets. A line
  /// that names only such widgets does not count.
  ///
  /// - Parameter leavingAlone: whether it does not move the widget of a name.
  package func portAppeared(_ port: PortID, leavingAlone: @escaping @Sendable (String) -> Bool) {
    ports.append(
      RouterPort(
        port, names: [], identity: nil, mappings: mappings, widgets: widgets, scope: scope,
        leavesAlone: leavingAlone))
  }

  /// The index in `departed` of a controller that is connected again. It is found at its old USB port, or by its serial
  /// number at another port, unless several controllers have that number.
  private func departedIndex(_ names: [String], _ identity: ControllerIdentity?) -> Int? {
    let (serial, usbPath) = (identity?.serial, identity?.usbPath)
    let alike = departed.indices.filter {
      departed[$0].names == names && departed[$0].identity?.serial == serial
    }
    if let index = alike.last(where: { departed[$0].identity?.usbPath == usbPath }) { return index }
    let isHere = ports.contains { $0.names == names && $0.identity?.serial == serial }
    return serial != nil && alike.count == 1 && !isHere ? alike[0] : nil
  }

  /// Releases all widgets that the port's buttons and notes hold.
  public func portLeft(_ port: PortID) {
    guard let index = ports.firstIndex(where: { $0.id == port }) else { return }
    var gone = ports.remove(at: index)
    gone.release()
    departed.append(gone)
    if departed.count > Self.departedLimit { departed.removeFirst() }
  }

  /// Replaces the mappings. A binding that has not changed keeps its takeover state. A widget that a button or a note
  /// holds is released if the mapping has changed. A note-off still goes where its note-on went.
  public func replaceMappings(_ mappings: [Mapping]) {
    self.mappings = mappings
    for index in ports.indices { ports[index].recompile(mappings, widgets, scope) }
    for index in departed.indices { departed[index].isStale = true }
  }

  // MARK: Events

  /// Moves the widgets that the message's control is mapped to.
  ///
  /// - Parameter emit: gets each change immediately. It must not call the router.
  /// - Returns: whether a mapping took the message. If not, it is for the keyboard.
  public func route(
    _ message: MIDIMessage, from id: PortID, at nanoseconds: UInt64, _ emit: (RouterOutput) -> Void
  ) -> Bool {
    let (taken, heard) = ports[index(of: id)].route(message, at: nanoseconds, emit)
    lastHeard = heard
    return taken
  }

  /// Moves the widgets that the control of a MIDI 2.0 message is mapped to, with all the bits that it has.
  ///
  /// - Returns: whether a mapping took the message. If not, it is for the keyboard.
  package func route(
    _ message: MIDI2Message, from id: PortID, at nanoseconds: UInt64, _ emit: (RouterOutput) -> Void
  ) -> Bool {
    let (taken, heard) = ports[index(of: id)].route(message, at: nanoseconds, emit)
    lastHeard = heard
    return taken
  }

  /// Moves the widgets that a reading of a sensor is mapped to. All mappings count, whatever their ports are.
  ///
  /// - Parameter value: in the reading's unit.
  public func route(
    _ reading: SensorReading, _ value: Double, at nanoseconds: UInt64, _ emit: (RouterOutput) -> Void
  ) -> Bool {
    ports[index(of: .readings)].route(reading, value, at: nanoseconds, emit)
  }

  /// The ports of controllers, and what sensors send; without those of clients, which are no controllers.
  var connected: [RouterPort] { ports.filter { !$0.names.isEmpty || $0.id == .readings } }

  private func index(of id: PortID) -> Int {
    if let index = ports.firstIndex(where: { $0.id == id }) { return index }
    ports.append(RouterPort(id, names: [], identity: nil, mappings: mappings, widgets: widgets, scope: scope))
    return ports.count - 1
  }

  // MARK: Feedback

  /// Passes the feedback for controllers to `emit`: one message for each widget that has been moved since the
  /// last call by anything other than the control itself.
  ///
  /// - Parameter bytes: the limit for each port in this call. The rest is sent by the next call. A DIN cable
  ///   transports 3,125 bytes a second.
  public func feedback(bytes: Int = .max, into emit: (PortID, MIDIMessage) -> Void) {
    for index in ports.indices { ports[index].feedback(bytes: bytes, emit) }
  }

  /// Makes the next `feedback` send everything, for a controller that was plugged in.
  public func resendFeedback(_ port: PortID) {
    if let index = ports.firstIndex(where: { $0.id == port }) { ports[index].forgetShown() }
  }
}

/// The effect of an event on a widget. `widget` is its index in the router's `WidgetSet`.
public enum RouterOutput: Hashable, Sendable, BitwiseCopyable {
  /// The control has moved the widget to this value.
  case moved(widget: Int, value: Double)
  /// The widget waits for the control, which must be turned in this direction to reach it.
  case waiting(widget: Int, TurnDirection)
}

/// The direction in which to turn a control.
public enum TurnDirection: String, Hashable, Sendable, BitwiseCopyable {
  case up, down
}
