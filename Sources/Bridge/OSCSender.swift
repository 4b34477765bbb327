import NIOCore
import SpinetMIDI
import SpinetOSC
import SpinetRealtime
import SpinetSession
import SpinetWidgets

/// One program that sends: what it holds, and what it wants to hear. [bridge-thread]
struct OSCSender {
  let input: InputClient
  var lastHeard: HostTime
  /// Where its answers go.
  var answers: SocketAddress
  var feed = WidgetFeed()
  /// The last value of each widget for which the instrument had no room.
  private(set) var late: [String: Double] = [:]

  /// In nanoseconds. A sender that says nothing for this time has left.
  static let longestSilence: Int64 = 60_000_000_000

  func isSilent(at now: HostTime) -> Bool { now.nanoseconds(since: lastHeard) >= Self.longestSilence }

  /// Moves the widgets of that name or pattern.
  ///
  /// - Returns: false if there is none, or if none can have that value.
  mutating func move(_ name: String, to value: OSCCommand.Value, at time: HostTime, in set: WidgetSet) -> Bool
  {
    var hasMoved = false
    for widget in OSCNames.widgets(name, in: set) {
      guard !widget.kind.isDisplay, let number = value.number(for: widget) else { continue }
      hasMoved = true
      feed.knows(widget, widget.oscValue(at: number))
      late[widget.name] = input.move(widget.name, to: number, at: time) ? nil : number
    }
    return hasMoved
  }

  /// Moves what could not be moved before, so that a fader ends where it was left.
  mutating func moveLate(in set: WidgetSet) {
    for (name, number) in late where set[name] == nil || input.move(name, to: number) { late[name] = nil }
  }
}

extension OSCCommand.Value {
  fileprivate func number(for widget: Widget) -> Double? {
    switch self {
    case .number(let number): number
    case .text(let text): widget.parse(text)
    }
  }
}

extension Widget {
  /// What it will say when it has this value.
  fileprivate func oscValue(at number: Double) -> OSCArgument {
    switch oscValue {
    case .integer: .integer(Int32(bounded: number, in: -1_000_000...1_000_000))
    default: .float(Float(number))
    }
  }
}
