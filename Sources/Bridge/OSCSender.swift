import NIOCore
import SpinetOSC
import SpinetPanel
import SpinetRealtime
import SpinetSession
import SpinetWidgets

/// One program that sends: what it holds, and what it wants to hear. [bridge-thread]
struct OSCSender {
  let input: InputClient
  var lastHeard: HostTime
  var feed = WidgetFeed()
  /// The last value of each widget for which the instrument had no room.
  private(set) var late: [String: Double] = [:]
  /// Which program of its machine hears the answers; nil for itself.
  var listener: OSCPeer?

  init(input: InputClient, lastHeard: HostTime) { (self.input, self.lastHeard) = (input, lastHeard) }

  /// In nanoseconds. A sender that says nothing for this time has left.
  static let longestSilence: Int64 = 60_000_000_000

  func isSilent(at now: HostTime) -> Bool { now.nanoseconds(since: lastHeard) >= Self.longestSilence }

  /// Whether anything is to be done for it without a word from it.
  var hasNews: Bool { !feed.isEmpty || !late.isEmpty }

  /// Moves widgets.
  ///
  /// - Returns: false if there is none, or if none can have that value.
  mutating func move(_ addresses: [OSCAddress], to value: OSCCommand.Value, at time: HostTime) -> Bool {
    var hasMoved = false
    for address in addresses where !address.widget.kind.isDisplay {
      guard let number = value.number(at: address) else { continue }
      hasMoved = true
      let name = address.widget.name
      late[name] = input.move(name, to: number, at: time) ? nil : number
    }
    return hasMoved
  }

  /// It has moved widgets itself, or the program has for which it listens.
  mutating func knows(_ addresses: [OSCAddress], _ value: OSCCommand.Value) {
    for address in addresses where !address.widget.kind.isDisplay {
      if let number = value.number(at: address) { feed.knows(address.widget, number) }
    }
  }

  /// Moves what could not be moved before, so that a fader ends where it was left.
  mutating func moveLate(in set: WidgetSet) {
    for (name, number) in late where set[name] == nil || input.move(name, to: number) { late[name] = nil }
  }
}

extension OSCCommand.Value {
  fileprivate func number(at address: OSCAddress) -> Double? {
    switch self {
    case .number(let number): address.value(for: number)
    case .text(let text):
      (address.hasEnds ? Double(text).map(address.value) : nil) ?? address.widget.parse(text)
    }
  }
}
