import SpinetMIDI

/// The zones of MIDI Polyphonic Expression. Each has a master channel and member channels.
///
/// The lower zone's master is channel 1, its members are 2 and up; the upper zone's master is 16, its members
/// are 15 and down. The zone that was set last keeps its members, the other one shrinks.
public struct MPEZones: Hashable, Sendable {
  /// The members of the lower zone; 0 is no zone.
  public private(set) var lower = 0
  /// The members of the upper zone; 0 is no zone.
  public private(set) var upper = 0

  /// No zone: every channel is an ordinary one.
  public static let none = MPEZones()

  /// No zone, as `none`.
  public init() {}

  /// - Parameters:
  ///   - lower: member channels of the lower zone, 0–15; 0 is no zone.
  ///   - upper: member channels of the upper zone, 0–15; fewer where the lower zone leaves no room.
  public init(lower: Int, upper: Int) {
    setUpper(upper)
    setLower(lower)
  }

  /// One of the two zones.
  public enum Zone: Hashable, Sendable { case lower, upper }

  /// What a channel is for.
  public enum Role: Hashable, Sendable {
    case plain
    /// Its messages are for the whole zone.
    case master(Zone)
    /// It plays single notes of the zone.
    case member(Zone)
  }

  /// Gives the lower zone 0–15 members. The upper zone shrinks if there is no room.
  public mutating func setLower(_ members: Int) {
    lower = min(max(members, 0), 15)
    upper = min(upper, Self.room(beside: lower))
  }

  /// Gives the upper zone 0–15 members. The lower zone shrinks if there is no room.
  public mutating func setUpper(_ members: Int) {
    upper = min(max(members, 0), 15)
    lower = min(lower, Self.room(beside: upper))
  }

  /// The largest number of members beside a zone with this many, whose master needs a channel too.
  private static func room(beside members: Int) -> Int { members == 0 ? 15 : max(14 - members, 0) }

  /// What a channel is for.
  public func role(of channel: Channel) -> Role {
    let index = channel.index
    if lower > 0, index <= lower { return index == 0 ? .master(.lower) : .member(.lower) }
    if upper > 0, index >= 15 - upper { return index == 15 ? .master(.upper) : .member(.upper) }
    return .plain
  }

  /// The indices of the master and the members of `zone`.
  public func channels(of zone: Zone) -> ClosedRange<Int> {
    zone == .lower ? 0...lower : (15 - upper)...15
  }

  /// Whether the state of `channel` must be reset after `zone` was set. `old` are the zones before that.
  public func renew(_ channel: Channel, setting zone: Zone, since old: MPEZones) -> Bool {
    let role = role(of: channel)
    return role == .master(zone) || role == .member(zone) || role != old.role(of: channel)
  }

  /// The indices of the members of `zone`.
  public func members(of zone: Zone) -> Range<Int> {
    zone == .lower ? 1..<(lower + 1) : (15 - upper)..<15
  }

  /// The master channel of a zone.
  public static func master(of zone: Zone) -> Channel { Channel(status: zone == .lower ? 0 : 15) }
}
