/// Which ports the instrument connects by itself.
public struct MIDIConnectionRule: Sendable {
  /// Ports named by the person, as substrings or shell wildcards; they may be anything but the instrument itself.
  public var wanted: [String]
  /// Whether every hardware controller is connected, present or plugged in later.
  public var connectsHardware: Bool

  public init(wanted: [String] = [], connectsHardware: Bool = true) {
    self.wanted = wanted
    self.connectsHardware = connectsHardware
  }

  public func accepts(_ port: MIDIPort) -> Bool {
    guard port.sends else { return false }
    if wanted.contains(where: { name in port.names.contains { namePattern(name, matches: $0) } }) {
      return true
    }
    return connectsHardware && port.isHardware
  }
}
