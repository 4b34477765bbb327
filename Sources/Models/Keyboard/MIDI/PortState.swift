import SpinetMIDI

/// The sixteen channels of one port and how MPE divides them.
struct PortState {
  /// Nil if its controller was disconnected. Another controller may then use this entry.
  var port: PortID?
  var channels: [ChannelState]
  private(set) var zones: MPEZones
  /// What is known of single keys, by channel × 128 + key, for their next notes. MIDI 2.0 has that.
  var noteControls: [Int: NoteControls] = [:]
  /// Whether the controller has set the zones itself.
  private var hasOwnZones = false
  /// One decoder of registered parameters. It has 3 KB. In an array, it is not copied with each reading of the port's
  /// state, which took a third of a note's time.
  private var decoders = [ControllerDecoder()]

  /// The bend range of a member channel in semitones that the MPE specification defines.
  static let memberBendRange = 48.0
  static let masterBendRange = 2.0

  init(port: PortID?, bendRange: Double, zones: MPEZones) {
    self.port = port
    self.zones = zones
    channels = Channel.all.map { channel in
      if case .member = zones.role(of: channel) { return ChannelState(bendRange: Self.memberBendRange) }
      return ChannelState(bendRange: bendRange)
    }
  }

  /// The state for another configuration. It has that configuration's zones and bend ranges, except for those
  /// that the controller has set, and its tunings, because controllers send them only once.
  func renewed(bendRange: Double, zones: MPEZones) -> PortState {
    var state = PortState(port: port, bendRange: bendRange, zones: hasOwnZones ? self.zones : zones)
    state.hasOwnZones = hasOwnZones
    state.decoders = decoders
    for (index, channel) in channels.enumerated() {
      if channel.hasOwnBendRange {
        state.channels[index] = ChannelState(bendRange: channel.bendRange, isOwn: true)
      }
      state.channels[index].tuning = channel.tuning
    }
    return state
  }

  /// Passes each move of a control change to `emit`.
  mutating func decode(
    _ channel: Channel, controller: UInt8, value: UInt8, emit: (ControllerMove) -> Void
  ) {
    decoders[0].decode(channel, controller: controller, value: value, emit: emit)
  }

  /// The channels that a message on `channel` applies to: the whole zone for its master channel, otherwise
  /// only itself.
  func scope(of channel: Channel) -> ClosedRange<Int> {
    if case .master(let zone) = zones.role(of: channel) { return zones.channels(of: zone) }
    return channel.index...channel.index
  }

  /// The master channel of the zone if `channel` is a member, otherwise `channel` itself.
  func leader(of channel: Channel) -> Channel {
    guard case .member(let zone) = zones.role(of: channel) else { return channel }
    return MPEZones.master(of: zone)
  }

  /// The state of the zone's master channel, if `channel` is a member.
  func master(of channel: Channel) -> ChannelState? {
    let leader = leader(of: channel)
    return leader == channel ? nil : channels[leader.index]
  }

  /// The sum of its own bend and tuning and the master channel's, in semitones.
  func bendSemitones(of channel: Channel) -> Double {
    channels[channel.index].bentSemitones + (master(of: channel)?.bentSemitones ?? 0)
  }

  /// What a note keeps of its member channel when its key is let go; nil if the channel is no member.
  func expression(of channel: Channel) -> KeptExpression? {
    guard master(of: channel) != nil else { return nil }
    let state = channels[channel.index]
    return KeptExpression(bend: state.bentSemitones, pressure: state.pressure, timbre: state.timbre)
  }

  func pressure(of note: HeldNote) -> Double? {
    let own = note.kept.map(\.pressure) ?? channels[note.channel.index].pressure
    guard let zone = master(of: note.channel)?.pressure else { return own }
    return max(own ?? 0, zone)
  }

  func timbre(of note: HeldNote) -> Double? {
    let own = note.kept.map(\.timbre) ?? channels[note.channel.index].timbre
    return note.controls.timbre ?? own ?? master(of: note.channel)?.timbre
  }

  func sustains(_ channel: Channel) -> Bool {
    channels[channel.index].sustain || (master(of: channel)?.sustain ?? false)
  }

  func softens(_ channel: Channel) -> Bool {
    channels[channel.index].soft || (master(of: channel)?.soft ?? false)
  }

  /// RPN 0. On a member channel it applies to all members of the zone.
  ///
  /// - Returns: the channels that have this bend range now.
  mutating func setBendRange(_ semitones: Double, on channel: Channel) -> Range<Int> {
    var all = channel.index..<channel.index + 1
    if case .member(let zone) = zones.role(of: channel) { all = zones.members(of: zone) }
    for index in all {
      channels[index].bendRange = semitones
      channels[index].hasOwnBendRange = true
    }
    return all
  }

  /// RPN 6. Channels whose role changes are reset, with the bend ranges of the MPE specification.
  mutating func setZone(_ zone: MPEZones.Zone, members: Int) {
    let old = zones
    hasOwnZones = true
    if zone == .lower { zones.setLower(members) } else { zones.setUpper(members) }
    for channel in Channel.all where zones.renew(channel, setting: zone, since: old) {
      let isMember = master(of: channel) != nil
      channels[channel.index] = ChannelState(
        bendRange: isMember ? Self.memberBendRange : Self.masterBendRange, isOwn: true)
    }
  }
}

/// The controller values of a channel.
struct ChannelState {
  var sustain = false
  var sostenuto = false
  var soft = false
  /// -8192…8191, with the fraction that the 32 bits of MIDI 2.0 add.
  var bend = 0.0
  /// In semitones.
  var bendRange: Double
  /// How far the bend of a single note goes, in semitones.
  var noteBendRange = ChannelState.noteBendRange
  /// Whether the controller has set the bend range, for the channel or for its zone.
  var hasOwnBendRange = false
  var tuning = ChannelTuning()
  /// 0–1, nil until the first message.
  var pressure: Double?
  /// 0–1, nil until the first message.
  var timbre: Double?

  init(bendRange: Double, isOwn: Bool = false) { (self.bendRange, hasOwnBendRange) = (bendRange, isOwn) }

  /// By its bend and its tuning.
  var bentSemitones: Double { bend * bendRange / 8192 + tuning.semitones }

  /// Reset All Controllers, as MIDI's recommended practice RP-015 defines it. The bend range, the tuning and the
  /// timbre, which is a sound controller, are not reset.
  mutating func resetControllers() {
    sustain = false
    sostenuto = false
    soft = false
    bend = 0
    pressure = pressure.map { _ in 0 }
  }
}

/// What a controller has set by the registered parameters 1 and 2, Channel Fine and Coarse Tuning.
struct ChannelTuning: Hashable {
  /// −100…100, in steps of 100/8192.
  var cents = 0.0
  /// −64…63.
  var coarse = 0

  var semitones: Double { Double(coarse) + cents / 100 }

  /// An increment or a decrement is a cent.
  mutating func setFine(_ amount: ControllerMove.Amount) {
    switch amount {
    case .position(let value): cents = (Double(value) - 8192) * 100 / 8192
    case .steps(let steps): cents = min(max(cents + Double(steps), -100), 100)
    }
  }

  /// Only the MSB counts. An increment or a decrement is a semitone.
  mutating func setCoarse(_ amount: ControllerMove.Amount) {
    switch amount {
    case .position(let value): coarse = Int(value >> 7) - 64
    case .steps(let steps): coarse = min(max(coarse + Int(steps), -64), 63)
    }
  }
}
