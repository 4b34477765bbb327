import SpinetMIDI
import SpinetOSC
import SpinetSession
import SpinetWidgets

/// What a message asks of the instrument. Numbers are bounded here, before anything counts on them.
package enum OSCCommand: Equatable {
  /// Moves the widgets of an address, or of a pattern. Without a value it asks for theirs.
  case widget(String, Value?)
  case play(MIDIMessage)
  case ask(Request)
  case run(Bool)
  /// Answers the sender with each change, at another port of its own if one is given.
  case subscribe(String, port: Int?)
  case unsubscribe(String, port: Int?)
  /// Only says that the sender is there.
  case ping

  package enum Value: Equatable {
    case number(Double)
    /// As a person writes it, with its unit or without.
    case text(String)
  }

  /// Nil for a command whose arguments are of other types or out of range. What is no command may be a widget's address.
  package init?(_ message: OSCMessage) {
    let arguments = message.arguments
    let path = message.path
    switch path.first {
    case "note" where path.count == 1:
      guard let note = Self.note(arguments) else { return nil }
      self = .play(note)
    case "scene" where path.count == 1:
      guard let name = arguments.only?.text else { return nil }
      self = .ask(.scene(name))
    case "load" where path.count == 1:
      guard let name = arguments.only?.text else { return nil }
      self = .ask(.load(name))
    case "transport" where path.count == 1:
      guard let command = Self.transport(arguments) else { return nil }
      self = command
    case "subscribe" where path.count == 1:
      guard let (pattern, port) = Self.subscription(arguments) else { return nil }
      self = .subscribe(pattern, port: port)
    case "unsubscribe" where path.count == 1:
      guard let (pattern, port) = Self.subscription(arguments) else { return nil }
      self = .unsubscribe(pattern, port: port)
    case "ping" where path.count == 1: self = .ping
    case nil: return nil
    default:
      guard let command = Self.widget(message) else { return nil }
      self = command
    }
  }

  private static func widget(_ message: OSCMessage) -> OSCCommand? {
    let address = "/" + message.path.joined(separator: "/")
    switch message.arguments.first {
    case nil: return .widget(address, nil)
    case .impulse: return .widget(address, .number(1))
    case .text(let text): return .widget(address, .text(text))
    case let argument?:
      guard let number = argument.number, number.isFinite else { return nil }
      return .widget(address, .number(number))
    }
  }

  private static func note(_ arguments: [OSCArgument]) -> MIDIMessage? {
    guard (2...3).contains(arguments.count), let key = arguments[0].whole(in: 0...127),
      let velocity = arguments[1].whole(in: 0...127)
    else { return nil }
    let number = arguments.count == 3 ? arguments[2].whole(in: 1...16) : 1
    guard let channel = number.flatMap({ Channel(number: $0) }) else { return nil }
    return .note(channel, key: UInt8(key), velocity: UInt8(velocity))
  }

  /// `play`, `stop`, 1, 0, or `locate` and the number of a bar.
  private static func transport(_ arguments: [OSCArgument]) -> OSCCommand? {
    switch (arguments.first?.text, arguments.count) {
    case ("play", 1): return .run(true)
    case ("stop", 1): return .run(false)
    case ("locate", 2):
      return arguments[1].whole(in: 1...SongVerb.lastBar).map { .ask(.song(.locate($0))) }
    case (nil, 1): return arguments[0].whole(in: 0...1).map { .run($0 == 1) }
    default: return nil
    }
  }

  /// Nothing for all, or a name or a pattern, and a port.
  private static func subscription(_ arguments: [OSCArgument]) -> (String, port: Int?)? {
    guard let pattern = pattern(arguments.first), arguments.count <= 2 else { return nil }
    guard arguments.count == 2 else { return (pattern, nil) }
    return arguments[1].whole(in: 1...65535).map { (pattern, $0) }
  }

  /// An address or a pattern; all widgets if none is given. Nil if it is not a text, or too long.
  private static func pattern(_ argument: OSCArgument?) -> String? {
    guard let argument else { return OSCAddresses.everything }
    guard let text = argument.text, text.utf8.count <= OSCPattern.longest else { return nil }
    return OSCAddresses.whole(text)
  }
}

extension OSCCommand {
  /// Whether it is for all widgets that fit a pattern.
  var isForMany: Bool { if case .widget(let address, _) = self { OSCPattern(address) != nil } else { false } }

  /// Whether a note would hang without it.
  var endsNote: Bool {
    switch self {
    case .play(.noteOff): true
    case .play(.noteOn(_, _, let velocity)): velocity == 0
    default: false
    }
  }
}

extension OSCArgument {
  /// The number next to it, if it is in the range.
  fileprivate func whole(in range: ClosedRange<Int>) -> Int? {
    guard let number, number.isFinite else { return nil }
    let bounded = Int(bounded: number, in: range)
    return abs(Double(bounded) - number) <= 0.5 ? bounded : nil
  }
}

extension [OSCArgument] {
  fileprivate var only: OSCArgument? { count == 1 ? first : nil }
}
