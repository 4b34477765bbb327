/// What a session manager says by the NSM protocol, version 1.1, as far as an instrument acts on it.
package enum SessionManagerOrder: Hashable, Sendable {
  /// The manager has accepted the announcement; its name.
  case welcome(String)
  /// The manager has refused it; why.
  case refused(String)
  /// Loads what is saved at a path, or begins there, under the name that the session gives.
  case open(path: String, name: String)
  case save
  /// All programs of the session have loaded.
  case loaded

  /// Nil for another message.
  package init?(_ message: OSCMessage) {
    let texts = message.arguments.compactMap(\.text)
    switch message.address {
    case "/reply" where texts.first == Self.announce:
      self = .welcome(texts.count > 2 ? texts[2] : "session manager")
    case "/error" where texts.first == Self.announce: self = .refused(texts.last ?? "")
    case Self.openAddress where texts.count >= 3: self = .open(path: texts[0], name: texts[2])
    case Self.saveAddress: self = .save
    case "/nsm/client/session_is_loaded": self = .loaded
    default: return nil
    }
  }

  fileprivate static let announce = "/nsm/server/announce"
  fileprivate static let openAddress = "/nsm/client/open"
  fileprivate static let saveAddress = "/nsm/client/save"

  /// The question of the manager to which an answer belongs; nil for what is not answered.
  private var address: String? {
    switch self {
    case .open: Self.openAddress
    case .save: Self.saveAddress
    case .welcome, .refused, .loaded: nil
    }
  }

  /// The answer that it is done; nil if none is expected.
  package var done: OSCMessage? { address.map { OSCMessage("/reply", [.text($0), .text("OK")]) } }

  /// The answer that it could not be done. The number is the protocol's for a failure without one of its own.
  package func failed(_ reason: String) -> OSCMessage? {
    address.map { OSCMessage("/error", [.text($0), .integer(-1), .text(reason)]) }
  }
}

/// What an instrument says to a session manager.
package enum SessionManagerNews: Hashable, Sendable {
  /// It is there. A manager starts it again by this command, and ends it by SIGTERM.
  case announcement(command: String, process: Int32)
  /// Something is not saved, or everything is.
  case unsaved(Bool)

  package var message: OSCMessage {
    switch self {
    case .announcement(let command, let process):
      OSCMessage(
        SessionManagerOrder.announce,
        [
          .text("Spinet"), .text(":dirty:"), .text(command), .integer(1), .integer(1), .integer(process),
        ])
    case .unsaved(let isUnsaved):
      OSCMessage(isUnsaved ? "/nsm/client/is_dirty" : "/nsm/client/is_clean")
    }
  }
}

/// Where a session manager listens: `osc.udp://127.0.0.1:14550/`, as `NSM_URL` has it.
package struct SessionManagerAddress: Hashable, Sendable {
  package let host: String
  package let port: UInt16

  /// Nil for anything else.
  package init?(_ text: String) {
    let start = "osc.udp://"
    guard text.hasPrefix(start) else { return nil }
    let place = text.dropFirst(start.count).prefix { $0 != "/" }
    guard let colon = place.lastIndex(of: ":"), let port = UInt16(place[place.index(after: colon)...]) else {
      return nil
    }
    let host = place[..<colon]
    let plain = host.hasPrefix("[") && host.hasSuffix("]") ? host.dropFirst().dropLast() : host
    guard port > 0, !plain.isEmpty else { return nil }
    (self.host, self.port) = (String(plain), port)
  }
}
