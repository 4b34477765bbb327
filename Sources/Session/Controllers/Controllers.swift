import Glibc
import Logging
import SpinetDevices
import SpinetLibrary
import SpinetMIDI
import SpinetMapping
import SpinetRealtime

/// The controllers and programs that send MIDI: their messages reach the performer in order, as long as they are
/// connected. What a port held is released when it leaves, and everything when messages were lost. [control-thread]
final class Controllers {
  let source: any MIDISource
  private let performer: Performer
  private let journal: Journal?
  private let logger: Logger
  private let clock: any SessionClock
  private var delay = InputDelay()

  init(
    _ source: any MIDISource, playing performer: Performer, journal: Journal?, clock: any SessionClock,
    logger: Logger
  ) {
    (self.source, self.performer, self.journal) = (source, performer, journal)
    (self.clock, self.logger) = (clock, logger)
    if performer.sendsOut, !source.hasOutput {
      logger.warning(
        SpinetError(
          .deviceUnsuitable, what: "out", why: "only the ALSA sequencer can send MIDI",
          remedy: Remedy(.playWithSequencer)))
    }
  }

  /// Whether a controller is connected.
  var isAnyThere: Bool {
    !source.connectedPorts.isEmpty || source.ports().contains { $0.isHardware && $0.sends }
  }

  /// The longest time that a message has waited since the last call.
  func popLongestDelayMilliseconds() -> Double { delay.popLongestMilliseconds() }

  private func take(_ arrival: MIDISourceEvent, at now: HostTime) {
    switch arrival {
    case .message(let message, let port, let time):
      delay.record(time)
      performer.take(message, from: port, at: time)
    case .message2(let message, let port, let time):
      delay.record(time)
      performer.take(midi2: message, from: port, at: time)
    case .exclusive(let payload, let port, let time):
      performer.take(exclusive: payload, from: port, at: time)
    case .connected(let port): connected(port, at: now)
    case .disconnected(let port):
      performer.portLeft(port.id, at: now)
      logger.info("disconnected \(port.client); its notes are released")
    case .appeared(let port):
      performer.ports.receiversChanged()
      performer.outside?.appeared(port, at: now)
    case .vanished(let port):
      performer.ports.receiversChanged()
      performer.outside?.vanished(port)
    case .listener(let port):
      performer.ports.addListener()
      for message in performer.outputIntroduction { source.send(message, to: port) }
    case .refused(let error): logger.warning(error)
    case .overrun:
      performer.releaseAll(at: now)
      logger.warning("MIDI: messages came faster than they could be read; all keys are released")
    }
  }

  private func connected(_ port: MIDIPort, at now: HostTime) {
    performer.portAppeared(port)
    journal?.name(port.id, port.mappingNames, at: now)
    let mapping = performer.mappings.choice(for: port)?.mapping ?? "none"
    logger.info("connected \(port.client), mapping \(mapping)")
  }
}

extension Controllers: Service {
  var descriptors: [pollfd] { [pollfd(reading: source.descriptor)] }

  /// A source without a descriptor is read every millisecond.
  func nextMoment(after now: HostTime) -> HostTime? {
    source.descriptor == nil ? now.advanced(bySeconds: 0.001) : nil
  }

  func turn(at now: HostTime, isReady: Bool) {
    source.read { arrival in take(arrival, at: now) }
    delay.settle(at: clock.now)
  }
}
