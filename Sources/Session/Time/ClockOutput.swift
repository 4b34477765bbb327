import Logging
import SpinetDevices
import SpinetLibrary
import SpinetMIDI
import SpinetRealtime
import SpinetText
import SpinetTime
import SpinetWidgets

/// Sends the clock to other instruments, never to the one that it comes from. A tick is sent when what is played at its
/// position is heard. [control-thread]
final class ClockOutput {
  private let names: [String]
  private let source: any MIDISource
  private let performer: Performer
  private let logger: Logger
  /// The delay of the sound, in nanoseconds.
  private let latency: () -> UInt64
  private var sender = ClockSender()
  private var receivers: [MIDIPort] = []
  /// `ConnectedPorts.receiverRevision` when receivers were looked for.
  private var lookedAt: Int?
  private var hasToldMissing = false
  private var wasSending = true
  /// The transport of the last turn.
  private var sent: Transport?
  /// What the kernel has, and has not sent yet; and the delay with which it was given to it, in nanoseconds.
  private var waiting: (events: [ClockSender.Event], delay: UInt64) = ([], 0)

  /// How far ahead ticks are given to the kernel, and how often at most, in nanoseconds.
  private static let ahead: UInt64 = 20_000_000
  private static let interval: UInt64 = 8_000_000
  /// In nanoseconds. A start is sent before the tick that it begins with, although both are known when it has happened.
  private static let leastDelay: UInt64 = 3_000_000

  /// Nil if the options name no receiver.
  init?(
    _ options: PlayOptions, from performer: Performer, on source: any MIDISource, logger: Logger,
    latency: @escaping () -> UInt64
  ) {
    guard !options.clockReceivers.isEmpty else { return nil }
    (names, self.source, self.performer) = (options.clockReceivers, source, performer)
    (self.logger, self.latency) = (logger, latency)
  }

  private var isSending: Bool { performer.instrument.sessionWidgets.clockSend.value > 0 }

  /// Looks for receivers that have come or gone.
  private func look() {
    guard lookedAt != performer.ports.receiverRevision else { return }
    lookedAt = performer.ports.receiverRevision
    let found = source.ports().filter { port in
      port.receives && names.contains { Self.fits(port, $0) }
    }
    // One that went and came back between two looks is opened again.
    for port in found { source.open(port.id) }
    for port in found where !receivers.contains(where: { $0.id == port.id }) {
      logger.info("clock: sent to \(port.client):\(port.name)")
    }
    receivers = found
    tellMissing()
  }

  /// Tells once which names belong to no port yet.
  private func tellMissing() {
    guard !hasToldMissing else { return }
    hasToldMissing = true
    for name in names where !receivers.contains(where: { Self.fits($0, name) }) {
      logger.warning("clock: no MIDI port is named \(name); Spinet sends to it when it appears")
    }
  }

  private static func fits(_ port: MIDIPort, _ name: String) -> Bool {
    port.names.contains { namePattern(name, matches: $0) }
  }

  private func send(_ events: ClockSender.Events, after delay: UInt64, at now: HostTime) {
    var new = events.all
    var due = waiting.events.filter { $0.moment + waiting.delay > now.nanoseconds }
    if events.replaces || delay != waiting.delay {
      source.cancelScheduled()
      // With another delay, what waits comes at another moment too, and never after what follows it.
      if !events.replaces { new = due + new }
      due = []
    }
    waiting = (due + new, delay)
    let leader = performer.ports.transport.clockPort
    for port in receivers where leader.map({ !$0.isOfSameClient(as: port.id) }) ?? true {
      for event in new {
        let moment = HostTime(nanoseconds: event.moment + delay)
        source.send(event.message, to: port.id, at: max(moment, now))
      }
    }
  }
}

extension ClockOutput: Service {
  func nextMoment(after now: HostTime) -> HostTime? {
    guard isSending, !receivers.isEmpty else { return nil }
    if performer.ports.transport.transport != sent { return now }
    return max(nextTick, HostTime(nanoseconds: now.nanoseconds + Self.interval))
  }

  /// When the next tick can be given to the kernel.
  private var nextTick: HostTime {
    guard let tick = sender.nextTick else { return HostTime(nanoseconds: 0) }
    let sent = tick + waiting.delay
    return HostTime(nanoseconds: sent - min(Self.ahead, sent))
  }

  func turn(at now: HostTime, isReady: Bool) {
    look()
    if wasSending != isSending, !isSending { source.cancelScheduled() }
    wasSending = isSending
    guard isSending, !receivers.isEmpty else {
      sender = ClockSender()
      return
    }
    let transport = performer.ports.transport.transport
    sent = transport
    let delay = max(latency(), Self.leastDelay)
    let heard = now.nanoseconds - min(delay, now.nanoseconds)
    send(sender.advance(transport, from: heard, until: heard + Self.ahead), after: delay, at: now)
  }
}

extension PortID {
  /// Whether two ports belong to the same device or program.
  fileprivate func isOfSameClient(as other: PortID) -> Bool { rawValue >> 8 == other.rawValue >> 8 }
}
