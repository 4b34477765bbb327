import Logging
import SpinetDevices
import SpinetMIDI
import SpinetMapping
import SpinetOSC
import SpinetRealtime
import SpinetStage

/// The instruments outside that parts and scenes play: finds their ports, waits for those that are not there, and sends
/// what is played at once and everything else in its turn. [control-thread]
package final class OutsideInstruments {
  private final class Cable { var state = OutsideCable() }

  private final class Receiver {
    let pattern: PortPattern
    private(set) var port: MIDIPort?
    var line = OutsideLine()
    /// Shared with the other receivers of its port.
    private(set) var cable = Cable()

    init(_ pattern: PortPattern) { self.pattern = pattern }

    func connect(to port: MIDIPort, by cable: Cable) {
      (self.port, self.cable) = (port, cable)
      line.appeared()
    }

    func disconnect() {
      (port, cable) = (nil, Cable())
      line.vanished()
    }

    /// Plays a message. Returns whether it leaves now.
    func play(_ message: MIDIMessage, at time: HostTime) -> Bool {
      line.play(message, on: &cable.state, at: time.nanoseconds)
    }

    func popNext(at time: HostTime) -> [OutsideLine.Piece] {
      line.next(on: &cable.state, at: time.nanoseconds)
    }

    var nextMoment: UInt64? { line.nextMoment(on: cable.state) }

    func fits(_ port: MIDIPort) -> Bool { port.receives && port.names.contains(where: pattern.matches) }
  }

  private let source: any MIDISource
  private let logger: Logger
  /// Sends to other programs.
  let sendDatagram: (OSCDatagram) -> Void
  private var receivers: [PortPattern: Receiver] = [:]
  /// Increases when a port has come or is gone.
  private(set) var portChangeCount = 0

  package init(
    _ source: any MIDISource, logger: Logger, sendDatagram: @escaping (OSCDatagram) -> Void = { _ in }
  ) {
    (self.source, self.logger, self.sendDatagram) = (source, logger, sendDatagram)
  }

  // MARK: What they get

  /// Plays a message, which leaves at once. It is lost while the instrument is away.
  func play(_ message: MIDIMessage, on pattern: PortPattern, at time: HostTime) {
    let receiver = receiver(pattern)
    guard receiver.play(message, at: time), let port = receiver.port else { return }
    source.send(message, to: port.id)
  }

  /// Begins a scene: sends its messages in their turn. What an instrument that is away did not get of an earlier scene is
  /// forgotten.
  func begin(_ messages: [SceneMessages], at time: HostTime) {
    for receiver in receivers.values { receiver.line.forgetWaitingMessages() }
    for group in messages {
      let receiver = receiver(group.port)
      for message in group.messages { receiver.line.add(message) }
    }
    send(at: time)
  }

  /// Chooses the bank and the program of an instrument.
  func choose(_ messages: [MIDIMessage], on pattern: PortPattern) {
    receiver(pattern).line.choose(messages)
  }

  /// Sends the new value of a control. If it changes again before its turn, only the later value is sent.
  func set(_ name: String, to messages: [MIDIMessage], on pattern: PortPattern) {
    receiver(pattern).line.set(name, to: messages)
  }

  // MARK: Time

  /// Sends what has its turn.
  func send(at time: HostTime) {
    for receiver in receivers.values {
      guard let port = receiver.port else { continue }
      while case let pieces = receiver.popNext(at: time), !pieces.isEmpty {
        for piece in pieces { send(piece, to: port.id) }
      }
    }
  }

  private func send(_ piece: OutsideLine.Piece, to port: PortID) {
    switch piece {
    case .message(let message): source.send(message, to: port)
    case .bytes(let bytes): source.send(exclusive: bytes, to: port)
    }
  }

  /// When `send` must be called next; nil if nothing waits.
  var nextMoment: HostTime? {
    receivers.values.compactMap(\.nextMoment).min().map(HostTime.init(nanoseconds:))
  }

  // MARK: Ports

  /// Whether an instrument of that name is there.
  func isThere(_ pattern: PortPattern) -> Bool { receivers[pattern]?.port != nil }

  /// The receiver of a name. Looks for its port if it is new.
  private func receiver(_ pattern: PortPattern) -> Receiver {
    if let known = receivers[pattern] { return known }
    let receiver = Receiver(pattern)
    receivers[pattern] = receiver
    look(for: receiver)
    if receiver.port == nil {
      logger.info("\(pattern): no MIDI port has that name; Spinet connects it when it appears")
    }
    return receiver
  }

  private func look(for receiver: Receiver) {
    if let port = source.ports().first(where: receiver.fits) { use(port, for: receiver) }
  }

  private func use(_ port: MIDIPort, for receiver: Receiver) {
    source.open(port.id)
    let other = receivers.values.first { $0.port?.id == port.id }
    receiver.connect(to: port, by: other?.cable ?? Cable())
    portChangeCount += 1
    logger.info("\(receiver.pattern): plays \(port.client):\(port.name)")
  }

  /// A port has come.
  func appeared(_ port: MIDIPort, at time: HostTime) {
    for receiver in receivers.values where receiver.port == nil && receiver.fits(port) {
      use(port, for: receiver)
    }
    send(at: time)
  }

  /// A port is gone. If another one fits, it is played from now on.
  func vanished(_ id: PortID) {
    for receiver in receivers.values where receiver.port?.id == id {
      receiver.disconnect()
      portChangeCount += 1
      look(for: receiver)
      if receiver.port == nil {
        logger.warning("\(receiver.pattern): its MIDI port is gone; its notes end when it returns")
      }
    }
  }
}
