import SpinetEngine
import SpinetKeyboard
import SpinetLibrary
import SpinetMIDI
import SpinetMapping
import SpinetRealtime
import SpinetStage
import SpinetWidgets

/// Messages of MIDI 2.0: as those of MIDI 1.0, with all their bits, and about single notes.
extension Performer {
  /// Takes one message. `observe` gets its effects.
  package func take(
    midi2 message: MIDI2Message, from port: PortID, at time: HostTime, _ observe: (Outcome) -> Void = { _ in }
  ) {
    news.outcomes.removeAll(keepingCapacity: true)
    perform(message, from: port, at: time)
    let outcomes = news.outcomes
    for outcome in outcomes { observe(outcome) }
    publish { $0.heard(.midi2(message), from: port, outcomes, at: time) }
  }

  private func perform(_ message: MIDI2Message, from port: PortID, at time: HostTime) {
    playSteps(before: time)
    let isMapped = router.route(message, from: port, at: time.nanoseconds) { output in
      switch output {
      case .moved(let widget, _):
        message.forEachMIDI1Message { played.record($0, moved: widget, of: instrument.widgets) }
        if message.isAboutPlayedNote { played.record(moved: widget, of: instrument.widgets) }
        news.outcomes.append(.moved(instrument.widgets.all[widget]))
      case .waiting(let widget, let turn):
        news.outcomes.append(.waiting(instrument.widgets.all[widget], turn: turn))
      }
    }
    let outcome = isMapped ? nil : play(unmapped: message, from: port, at: time)
    applySessionWidgets(at: time)
    flush(at: time)
    if let outcome { news.outcomes.append(outcome) }
  }

  private func play(unmapped message: MIDI2Message, from port: PortID, at time: HostTime) -> Outcome {
    if let chosen = play(message, from: port, at: time) { return .chosen(chosen) }
    return message.isForKeyboard ? .keyboard : .unmapped
  }

  /// Gives a message to the parts that listen to it. Returns the choice of a program change.
  private func play(_ message: MIDI2Message, from port: PortID, at time: HostTime) -> String? {
    let channel = message.channel
    switch message {
    case .noteOn(_, let key, let strike):
      let struck = SourceKey(port: port, channel: channel, number: key)
      for player in players where listens(player, port, channel) {
        player.begin(struck, strike, at: time, &held)
      }
    case .programChange(_, let program, _):
      var chosen: String?
      message.forEachMIDI1Message { part in
        ports.recordBank(part, from: port)
        guard case .programChange = part else { return passOn(part, channel, from: port, at: time) }
        chosen = choose(Int(program) + 1, part, channel, from: port, at: time)
      }
      return chosen
    default:
      if let key = message.key {
        follow(message, SourceKey(port: port, channel: channel, number: key), at: time)
      } else {
        passOn(message, from: port, at: time)
      }
    }
    return nil
  }

  private func passOn(_ message: MIDI2Message, from port: PortID, at time: HostTime) {
    var told: [UInt32] = []
    message.forEachMIDI1Message { told += held.record($0, from: port) }
    for player in sounding where listens(player, port, message.channel) || told.contains(player.number) {
      player.take(message, from: port, at: time, &held)
    }
  }

  private func passOn(_ message: MIDIMessage, _ channel: Channel, from port: PortID, at time: HostTime) {
    for player in sounding where listens(player, port, channel) {
      player.take(message, from: port, at: time, &held)
    }
  }

  /// What is said of a key goes where its note-on went, even if the parts have changed since.
  private func follow(_ message: MIDI2Message, _ key: SourceKey, at time: HostTime) {
    forEachPart(of: key) { $0.follow(message, key, at: time, &held) }
  }
}

extension MIDI2Message {
  /// Whether a widget that it moves is played and not set.
  fileprivate var isAboutPlayedNote: Bool {
    switch self {
    case .notePitch, .noteController: true
    default: false
    }
  }
}
