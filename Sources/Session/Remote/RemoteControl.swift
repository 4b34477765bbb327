import Foundation

/// `spinet widgets` and `spinet engine`: a running instrument, asked over its socket.
public struct RemoteControl {
  private let client: ControlClient

  /// - Parameter tag: as given to `play --name`; nil for the only one that runs.
  public init(tag: String?) throws(SessionError) {
    client = try ControlClient(name: tag.map(Self.instance))
  }

  /// `TAG` as well as the whole name are understood.
  private static func instance(_ tag: String) -> String { tag.hasPrefix("Spinet") ? tag : "Spinet \(tag)" }

  /// Every widget, a line each.
  public func widgets(json: Bool) throws(SessionError) -> [String] {
    try ask(.widgets(json: json))
  }

  public func set(_ widget: String, _ value: String) throws(SessionError) -> [String] {
    try ask(.set(widget, value))
  }

  public func engine(_ verb: EngineVerb, json: Bool) throws(SessionError) -> [String] {
    try ask(.engine(verb, json: json))
  }

  /// A refusal is thrown here as the error it was there.
  private func ask(_ request: RemoteRequest) throws(SessionError) -> [String] {
    let answer = try client.ask(request.line)
    if let refusal = answer.first.flatMap(RemoteRefusal.init) { throw refusal.error }
    return answer
  }
}
