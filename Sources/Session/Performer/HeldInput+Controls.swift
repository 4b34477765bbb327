import SpinetMIDI

/// A pedal, the bend or the pressure of one channel.
struct HeldControlName: Hashable {
  enum Kind: Hashable {
    case pedal(UInt8)
    case bend, pressure
  }

  let channel: Channel
  let kind: Kind

  /// Sustain, portamento, sostenuto, soft, legato and hold 2.
  private static let pedals: ClosedRange<UInt8> = 64...69
  /// The middle of 14 bits.
  private static let noBend: UInt16 = 8192

  private init(_ channel: Channel, _ kind: Kind) { (self.channel, self.kind) = (channel, kind) }

  /// Nil for any other message.
  init?(_ message: MIDIMessage) {
    switch message {
    case .controlChange(let channel, let number, _) where Self.pedals.contains(number):
      self.init(channel, .pedal(number))
    case .pitchBend(let channel, _): self.init(channel, .bend)
    case .channelPressure(let channel, _): self.init(channel, .pressure)
    default: return nil
    }
  }

  var release: MIDIMessage {
    switch kind {
    case .pedal(let number): .controlChange(channel, controller: number, value: 0)
    case .bend: .pitchBend(channel, value: Self.noBend)
    case .pressure: .channelPressure(channel, pressure: 0)
    }
  }

  var isPedal: Bool { if case .pedal = kind { true } else { false } }

  /// Whether notes may sound because of it although their keys are up.
  var holdsNotes: Bool { kind == .pedal(Controller.sustain) || kind == .pedal(Controller.sostenuto) }

  /// Its place in the order of releases.
  var rank: (kind: Int, channel: UInt8, number: UInt8) {
    switch kind {
    case .pedal(let number): (0, channel.rawValue, number)
    case .bend: (1, channel.rawValue, 0)
    case .pressure: (2, channel.rawValue, 0)
    }
  }
}

/// A pedal, bend or pressure of a port.
struct SourceControl: Hashable {
  let port: PortID
  let name: HeldControlName
}

/// Where a pedal, bend or pressure is.
struct HeldControl {
  /// Nil after all pedals were lifted: it counts as up until it is moved again.
  var message: MIDIMessage?
  /// The parts whose engines were told of it, and have to be told of its release.
  var parts: [UInt32] = []
}

extension HeldInput {
  /// Records a pedal, a bend or a pressure.
  ///
  /// - Returns: if this is its release, the parts that were told of it.
  mutating func record(_ message: MIDIMessage, from port: PortID) -> [UInt32] {
    guard let name = HeldControlName(message) else {
      if case .controlChange(let channel, Controller.resetAll, _) = message { reset(channel, of: port) }
      return []
    }
    let source = SourceControl(port: port, name: name)
    if message == name.release { return controls.removeValue(forKey: source)?.parts ?? [] }
    controls[source, default: HeldControl()].message = message
    return []
  }

  private mutating func reset(_ channel: Channel, of port: PortID) {
    controls = controls.filter { $0.key.port != port || $0.key.name.channel != channel }
  }

  /// The engine of a part was told of a control.
  mutating func told(_ message: MIDIMessage, from port: PortID, part: UInt32) {
    guard let name = HeldControlName(message) else { return }
    let source = SourceControl(port: port, name: name)
    if controls[source]?.parts.contains(part) == false { controls[source]?.parts.append(part) }
  }

  /// Every pedal counts as up until it is moved again.
  mutating func liftPedals() {
    for (source, held) in controls where source.name.isPedal {
      controls[source] = held.parts.isEmpty ? nil : HeldControl(parts: held.parts)
    }
  }

  /// The messages that set all of them, for a part that is new.
  var messages: [(message: MIDIMessage, channel: Channel, port: PortID)] {
    controls.compactMap { source, held in held.message.map { ($0, source.name.channel, source.port) } }
  }

  /// The channels on which sustain or sostenuto may hold notes whose keys are up.
  var holdingPedals: [(channel: Channel, port: PortID)] {
    controls.filter { $0.key.name.holdsNotes && $0.value.message != nil }
      .map { ($0.key.name.channel, $0.key.port) }
  }
}

// MARK: Releases
extension HeldInput {
  /// A key as a part was told it.
  private struct ToldKey: Hashable, Comparable {
    let channel: Channel
    let number: UInt8

    static func < (a: ToldKey, b: ToldKey) -> Bool {
      (a.channel.rawValue, a.number) < (b.channel.rawValue, b.number)
    }
  }

  /// The messages that release what a port holds in the engine of a part, except what another port holds too.
  func releases(of port: PortID, in part: UInt32) -> [MIDIMessage] {
    let keys = keys(of: part) { $0 == port }.subtracting(keys(of: part) { $0 != port })
    let controls = controls(of: part) { $0 == port }.subtracting(controls(of: part) { $0 != port })
    return Self.releases(keys, controls)
  }

  /// The messages that release everything in the engine of a part.
  func releases(in part: UInt32) -> [MIDIMessage] {
    Self.releases(keys(of: part) { _ in true }, controls(of: part) { _ in true })
  }

  private func keys(of part: UInt32, _ isWanted: (PortID) -> Bool) -> Set<ToldKey> {
    keys.reduce(into: []) { told, held in
      guard held.key.part == part, isWanted(held.key.source.port) else { return }
      told.insert(ToldKey(channel: held.key.source.channel, number: held.value.played))
    }
  }

  private func controls(of part: UInt32, _ isWanted: (PortID) -> Bool) -> Set<HeldControlName> {
    controls.reduce(into: []) { told, held in
      if held.value.parts.contains(part), isWanted(held.key.port) { told.insert(held.key.name) }
    }
  }

  private static func releases(_ keys: Set<ToldKey>, _ controls: Set<HeldControlName>) -> [MIDIMessage] {
    keys.sorted().map { .noteOff($0.channel, key: $0.number, velocity: 64) }
      + controls.sorted { $0.rank < $1.rank }.map(\.release)
  }
}
