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

  /// - Parameter names: the client's, the port's, and `client:port`; any of them may fit a mapping's `ports:`.
  public func portAppeared(_ port: PortID, names: [String]) {
    portLeft(port)
    if let index = departed.firstIndex(where: { $0.names == names }) {
      let known = departed.remove(at: index)
      known.id = port
      ports.append(known)
    } else {
      ports.append(RouterPort(port, names: names, mappings: mappings, widgets: widgets))
    }
  }

  /// Lets go what the port's buttons and notes hold on widgets.
  public func portLeft(_ port: PortID) {
    guard let index = ports.firstIndex(where: { $0.id == port }) else { return }
    let gone = ports.remove(at: index)
    gone.release()
    departed.append(gone)
    if departed.count > Self.departedLimit { departed.removeFirst() }
  }

  /// Puts new mappings in force. What stays the same keeps its takeover; what is held by a button or a note
  /// that is no longer mapped so is let go; a note's end still goes where its beginning went.
  public func replaceMappings(_ mappings: [MappingFile]) {
    self.mappings = mappings
    for port in ports + departed { port.recompile(mappings, widgets) }
  }

  // MARK: Events

  /// Moves what the message's control is mapped to.
  ///
  /// - Returns: whether a mapping took the message. What none took is for the keyboard.
  public func route(
    _ message: MIDIMessage, from id: PortID, at nanoseconds: UInt64, _ emit: (RouterOutput) -> Void
  ) -> Bool {
    let port = port(id)
    switch message {
    case .noteOn(let channel, let key, let velocity):
      return begin(key, velocity, channel, port, nanoseconds, emit)
    case .noteOff(let channel, let key, _): return end(key, channel, port, nanoseconds, emit)
    case .controlChange(let channel, let controller, let value):
      return change(controller, value, channel, port, nanoseconds, emit)
    case .polyPressure(let channel, let key, let pressure):
      return take(.poly(key), UInt16(pressure), channel, port, nanoseconds, emit)
    case .channelPressure(let channel, let pressure):
      return take(.pressure, UInt16(pressure), channel, port, nanoseconds, emit)
    case .pitchBend(let channel, let value): return take(.bend, value, channel, port, nanoseconds, emit)
    case .programChange(let channel, let program):
      return take(.program, UInt16(program), channel, port, nanoseconds, emit)
    default:
      lastHeard = nil
      return false
    }
  }

  private func port(_ id: PortID) -> RouterPort {
    for port in ports where port.id == id { return port }
    let port = RouterPort(id, names: [], mappings: mappings, widgets: widgets)
    ports.append(port)
    return port
  }

  private func begin(
    _ key: UInt8, _ velocity: UInt8, _ channel: Channel, _ port: RouterPort, _ nanoseconds: UInt64,
    _ emit: (RouterOutput) -> Void
  ) -> Bool {
    let taken = take(.note(key), UInt16(velocity), isOn: true, channel, port, nanoseconds, emit)
    port.noteTakers[channel.index << 7 | Int(key & 127)] = taken ? .mapping : .keyboard
    return taken
  }

  /// A note's end goes where its beginning went, whatever is mapped by then.
  private func end(
    _ key: UInt8, _ channel: Channel, _ port: RouterPort, _ nanoseconds: UInt64,
    _ emit: (RouterOutput) -> Void
  ) -> Bool {
    lastHeard = Control(.note(key), channel: channel)
    let taker = port.noteTakers[channel.index << 7 | Int(key & 127)]
    port.noteTakers[channel.index << 7 | Int(key & 127)] = .nobody
    guard taker != .keyboard else { return false }
    guard let slot = port.table.slot(.note(key), channel) else { return taker == .mapping }
    guard port.slots[slot].isPressed else { return true }
    return take(.note(key), 0, isOn: false, channel, port, nanoseconds, emit)
  }

  private func change(
    _ controller: UInt8, _ value: UInt8, _ channel: Channel, _ port: RouterPort, _ nanoseconds: UInt64,
    _ emit: (RouterOutput) -> Void
  ) -> Bool {
    var taken = false
    var heard: Control.Kind? = Self.selectsParameter(controller) ? nil : .cc(controller & 127)
    port.decoder.decode(channel, controller: controller, value: value) { move in
      let kind = Control.Kind(move.kind)
      if case .cc = kind {} else if case .cc14 = kind {} else { heard = kind }
      switch move.amount {
      case .position(let raw): taken = take(kind, raw, channel, port, nanoseconds, emit) || taken
      case .steps(let steps): taken = take(kind, steps: Int(steps), channel, port, nanoseconds, emit) || taken
      }
    }
    lastHeard = heard.map { Control($0, channel: channel) }
    // The LSB of a mapped pair is a part of it, also while its MSB is still to come.
    guard !taken, (32..<64).contains(controller) else { return taken }
    return port.table.slot(.cc14(controller - 32), channel) != nil
  }

  private static func selectsParameter(_ controller: UInt8) -> Bool {
    (Controller.nrpnLSB...Controller.rpnMSB).contains(controller)
  }

  private func take(
    _ kind: Control.Kind, _ raw: UInt16, isOn: Bool? = nil, _ channel: Channel, _ port: RouterPort,
    _ nanoseconds: UInt64, _ emit: (RouterOutput) -> Void
  ) -> Bool {
    lastHeard = Control(kind, channel: channel)
    guard let slot = port.table.slot(kind, channel) else { return false }
    port.slots[slot].channel = channel
    let signal = port.slots[slot].take(raw, isOn: isOn ?? kind.resolution.isOn(raw), at: nanoseconds)
    apply(signal, port.slots[slot].bindings, port, emit)
    return true
  }

  private func take(
    _ kind: Control.Kind, steps: Int, _ channel: Channel, _ port: RouterPort, _ nanoseconds: UInt64,
    _ emit: (RouterOutput) -> Void
  ) -> Bool {
    guard let slot = port.table.slot(kind, channel) else { return false }
    let signal = port.slots[slot].takeSteps(steps, at: nanoseconds)
    apply(signal, port.slots[slot].bindings, port, emit)
    return true
  }

  private func apply(
    _ signal: ControlSignal, _ bindings: Range<Int>, _ port: RouterPort, _ emit: (RouterOutput) -> Void
  ) {
    for index in bindings {
      let outcome = port.bindings[index].apply(signal)
      if signal.steps == 0 { port.bindings[index].noteHeard(signal.raw) }
      let (widget, number) = (port.bindings[index].widget, port.bindings[index].widgetIndex)
      switch outcome {
      case .nothing: break
      case .moved: emit(.moved(widget: number, value: widget.kind == .momentary ? 1 : widget.value))
      case .waiting(let direction): emit(.waiting(widget: number, direction))
      }
    }
  }

  // MARK: Feedback

  /// Gives `emit` what controllers have to be told: the widgets that anything but their own control has
  /// moved since the last call, each once, however often it moved.
  ///
  /// - Parameter bytes: how much one port may get by one call; the rest waits for the next. A DIN cable
  ///   carries 3,125 bytes a second.
  public func feedback(bytes: Int = .max, into emit: (PortID, MIDIMessage) -> Void) {
    for port in ports { feedback(of: port, bytes: bytes, emit) }
  }

  /// Tells the whole of it again by the next `feedback`: for a controller that was plugged in.
  public func resendFeedback(_ port: PortID) {
    guard let port = ports.first(where: { $0.id == port }) else { return }
    for (index, _) in port.answering { port.bindings[index].answer?.forget() }
  }

  private func feedback(of port: RouterPort, bytes: Int, _ emit: (PortID, MIDIMessage) -> Void) {
    var left = bytes
    for turn in 0..<port.answering.count {
      let place = (port.nextAnswer + turn) % port.answering.count
      guard left > 0 else {
        port.nextAnswer = place
        return
      }
      let (index, slot) = port.answering[place]
      let stamp = port.bindings[index].widget.stamp
      guard port.bindings[index].answer?.isStale(stamp) == true else { continue }
      let number = port.bindings[index].shownNumber
      guard port.bindings[index].answer?.show(number, at: stamp) == true else { continue }
      port.bindings[index].answer?.send(number, on: port.slots[slot].channel) { message in
        left -= message.bytes.count
        emit(port.id, message)
      }
    }
  }
}

extension Control.Kind {
  init(_ kind: ControllerMove.Kind) {
    self =
      switch kind {
      case .cc(let number): .cc(number)
      case .cc14(let number): .cc14(number)
      case .rpn(let number): .rpn(number)
      case .nrpn(let number): .nrpn(number)
      }
  }
}
