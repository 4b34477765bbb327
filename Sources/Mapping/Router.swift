import MIDI
import Widgets

/// Mappings made fast: takes what controllers send and moves the widgets. [control-thread]
///
/// ```swift
/// let router = Router(mappings, widgets)
/// router.portAppeared(port, names: ["nanoKONTROL2", "nanoKONTROL2 MIDI 1"])
/// let taken = router.route(message, from: port, at: now) { output in … }
/// router.feedback { port, message in … }  // thirty times a second or so
/// ```
/// `route` allocates nothing, and costs the same however long the mappings are.
public final class Router {
  public let widgets: WidgetSet
  public private(set) var mappings: [MappingFile]
  /// What the last message that came was, as a mapping file would name it; nil for what only selects a
  /// parameter and for what no control sends. It names what nothing maps.
  public private(set) var lastHeard: Control?
  private var ports: [RouterPort] = []
  /// Ports that left: a controller that comes back goes on as it was.
  private var departed: [RouterPort] = []
  private static let departedLimit = 64

  /// - Parameter mappings: the more important first. A widget that is not in `widgets` is passed over;
  ///   `MappingFile.check(against:)` names it.
  public init(_ mappings: [MappingFile], _ widgets: WidgetSet) {
    self.mappings = mappings
    self.widgets = widgets
  }

  // MARK: Ports

  /// - Parameters:
  ///   - names: the client's, the port's, and `client:port`; any of them may fit a mapping's `ports:`.
  ///   - identity: what tells it from another of these names; its names may fit too.
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

  /// Where among those that left the one is that has come back: at its old place; or, by its serial number, at
  /// another, unless several have that number.
  private func departedIndex(_ names: [String], _ identity: ControllerIdentity?) -> Int? {
    let (serial, place) = (identity?.serial, identity?.place)
    let alike = departed.indices.filter {
      departed[$0].names == names && departed[$0].identity?.serial == serial
    }
    if let index = alike.last(where: { departed[$0].identity?.place == place }) { return index }
    let isHere = ports.contains { $0.names == names && $0.identity?.serial == serial }
    return serial != nil && alike.count == 1 && !isHere ? alike[0] : nil
  }

  /// Lets go what the port's buttons and notes hold on widgets.
  public func portLeft(_ port: PortID) {
    guard let index = ports.firstIndex(where: { $0.id == port }) else { return }
    var gone = ports.remove(at: index)
    gone.release()
    departed.append(gone)
    if departed.count > Self.departedLimit { departed.removeFirst() }
  }

  /// Puts new mappings in force. What stays the same keeps its takeover; what is held by a button or a note
  /// that is no longer mapped so is let go; a note's end still goes where its beginning went.
  public func replaceMappings(_ mappings: [MappingFile]) {
    self.mappings = mappings
    for index in ports.indices { ports[index].recompile(mappings, widgets) }
    for index in departed.indices { departed[index].recompile(mappings, widgets) }
  }

  // MARK: Events

  /// Moves what the message's control is mapped to.
  ///
  /// - Parameter emit: is told what happens while it happens; it must not call the router.
  /// - Returns: whether a mapping took the message. What none took is for the keyboard.
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

  /// Gives `emit` what controllers have to be told: the widgets that anything but their own control has
  /// moved since the last call, each once, however often it moved.
  ///
  /// - Parameter bytes: how much one port may get by one call; the rest waits for the next. A DIN cable
  ///   carries 3,125 bytes a second.
  public func feedback(bytes: Int = .max, into emit: (PortID, MIDIMessage) -> Void) {
    for index in ports.indices { ports[index].feedback(bytes: bytes, emit) }
  }

  /// Tells the whole of it again by the next `feedback`: for a controller that was plugged in.
  public func resendFeedback(_ port: PortID) {
    if let index = ports.firstIndex(where: { $0.id == port }) { ports[index].forgetShown() }
  }
}
