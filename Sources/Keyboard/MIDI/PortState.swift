import MIDI

/// The sixteen channels of one port and how MPE divides them.
struct PortState {
  /// Nil when its controller has left and its place may be taken.
  var port: PortID?
  var channels: [ChannelState]
  var zones: MPEZones
  /// Puts registered parameters together.
  var decoder = ControllerDecoder()

  /// Semitones a member channel bends unless told otherwise, by the MPE specification.
  static let memberBendRange = 48.0
  static let masterBendRange = 2.0

  init(port: PortID, bendRange: Double, zones: MPEZones) {
    self.port = port
    self.zones = zones
    channels = Channel.all.map { channel in
      if case .member = zones.role(of: channel) { return ChannelState(bendRange: Self.memberBendRange) }
      return ChannelState(bendRange: bendRange)
    }
  }

  /// The channels that a message on `channel` speaks to: the whole zone from its master, else itself.
  func scope(of channel: Channel) -> ClosedRange<Int> {
    if case .master(let zone) = zones.role(of: channel) { return zones.channels(of: zone) }
    return channel.index...channel.index
  }

  /// The channel that speaks for `channel`: its zone's master, if it is a member, else itself.
  func leader(of channel: Channel) -> Channel {
    guard case .member(let zone) = zones.role(of: channel) else { return channel }
    return MPEZones.master(of: zone)
  }

  /// The master that governs `channel`, if it is a member.
  func master(of channel: Channel) -> ChannelState? {
    let leader = leader(of: channel)
    return leader == channel ? nil : channels[leader.index]
  }

  /// Its own bend and its master's, in semitones.
  func bendSemitones(of channel: Channel) -> Double {
    channels[channel.index].bendSemitones + (master(of: channel)?.bendSemitones ?? 0)
  }

  func pressure(of channel: Channel) -> Double? {
    let own = channels[channel.index].pressure
    guard let zone = master(of: channel)?.pressure else { return own }
    return max(own ?? 0, zone)
  }

  func timbre(of channel: Channel) -> Double? {
    channels[channel.index].timbre ?? master(of: channel)?.timbre
  }

  func sustains(_ channel: Channel) -> Bool {
    channels[channel.index].sustain || (master(of: channel)?.sustain ?? false)
  }

  func softens(_ channel: Channel) -> Bool {
    channels[channel.index].soft || (master(of: channel)?.soft ?? false)
  }

  /// RPN 0: on a member it holds for every member of the zone.
  mutating func setBendRange(_ semitones: Double, on channel: Channel) {
    guard case .member(let zone) = zones.role(of: channel) else {
      channels[channel.index].bendRange = semitones
      return
    }
    let master = MPEZones.master(of: zone).index
    for index in zones.channels(of: zone) where index != master { channels[index].bendRange = semitones }
  }

  /// RPN 6: the channels that change begin afresh, with the bend ranges of the MPE specification.
  mutating func setZone(_ zone: MPEZones.Zone, members: Int) {
    let old = zones
    if zone == .lower { zones.setLower(members) } else { zones.setUpper(members) }
    for channel in Channel.all {
      let role = zones.role(of: channel)
      let isConfigured = role == .master(zone) || role == .member(zone)
      guard isConfigured || role != old.role(of: channel) else { continue }
      if case .member = role {
        channels[channel.index] = ChannelState(bendRange: Self.memberBendRange)
      } else {
        channels[channel.index] = ChannelState(bendRange: Self.masterBendRange)
      }
    }
  }
}
