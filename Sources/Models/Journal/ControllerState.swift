import SpinetMIDI

/// The positions of the pedals, bends and registered parameters of every source and channel, and the tunings.
struct ControllerState {
  private struct Key: Hashable {
    enum Kind: Hashable {
      case controller(UInt8)
      /// A registered parameter (RPN) or a non-registered one (NRPN), and whether this is its LSB (CC 38).
      case parameter(isRegistered: Bool, UInt16, isFine: Bool)
      case program, pressure, bend
    }
    let source: UInt32
    let channel: Channel
    let kind: Kind
  }

  private struct Source: Hashable {
    let source: UInt32
    let channel: Channel
  }

  /// The parameter that a channel has selected with CC 98 to 101. 127 and 127 is none.
  private struct Selection {
    var isRegistered = true
    var high: UInt8 = 127
    var low: UInt8 = 127
  }

  private var kept: [Key: (order: Int, messages: [MIDIMessage])] = [:]
  private var selections: [Source: Selection] = [:]
  private var exclusives: [JournalEvent] = []
  private var last = 0
  private static let mostExclusives = 64

  /// The events that restore this state. They are in the order in which each was last received.
  ///
  /// - Parameter withPrograms: false if programs choose scenes, because the scene may have changed since.
  func events(withPrograms: Bool) -> [JournalEvent] {
    let controllers = kept.filter { withPrograms || $0.key.kind != .program }
    return exclusives
      + controllers.sorted { $0.value.order < $1.value.order }.flatMap { key, value in
        value.messages.map { JournalEvent.message($0, from: key.source, isPlayed: true) }
      }
  }

  mutating func record(exclusive event: JournalEvent) {
    exclusives.append(event)
    if exclusives.count > Self.mostExclusives { exclusives.removeFirst() }
  }

  /// Forgets the controllers of a source that left.
  mutating func forget(_ source: UInt32) {
    kept = kept.filter { $0.key.source != source }
    selections = selections.filter { $0.key.source != source }
  }

  mutating func record(_ message: MIDIMessage, from source: UInt32) {
    guard let channel = message.channel else { return }
    switch message {
    case .controlChange(_, let controller, _):
      record(controller, message, Source(source: source, channel: channel))
    case .programChange: keep([message], Key(source: source, channel: channel, kind: .program))
    case .channelPressure: keep([message], Key(source: source, channel: channel, kind: .pressure))
    case .pitchBend: keep([message], Key(source: source, channel: channel, kind: .bend))
    default: break
    }
  }

  private mutating func record(_ controller: UInt8, _ message: MIDIMessage, _ source: Source) {
    guard case .controlChange(let channel, _, let value) = message else { return }
    switch controller {
    case 98, 99, 100, 101:
      var selection = selections[source] ?? Selection()
      selection.isRegistered = controller >= 100
      if controller % 2 == 0 { selection.low = value } else { selection.high = value }
      selections[source] = selection
    case 6, 38, 96, 97:
      guard let chosen = selections[source] else { return }
      let (high, low): (UInt8, UInt8) = chosen.isRegistered ? (101, 100) : (99, 98)
      let number = UInt16(chosen.high) << 7 | UInt16(chosen.low)
      keep(
        [
          .controlChange(channel, controller: high, value: chosen.high),
          .controlChange(channel, controller: low, value: chosen.low), message,
        ],
        Key(
          source: source.source, channel: channel,
          kind: .parameter(isRegistered: chosen.isRegistered, number, isFine: controller == 38)))
    // All sound off and all notes off leave no state.
    case 120, 123: break
    default: keep([message], Key(source: source.source, channel: channel, kind: .controller(controller)))
    }
  }

  private mutating func keep(_ messages: [MIDIMessage], _ key: Key) {
    last += 1
    kept[key] = (last, messages)
  }
}
