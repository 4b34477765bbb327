import SpinetText

/// What a device offers to others by property exchange.
package protocol PropertyHost {
  /// The resources, as the members of `ResourceList`: JSON objects.
  var resources: [String] { get }

  /// The value of a resource as JSON.
  ///
  /// - Parameter id: of a resource that has several.
  func value(of resource: String, _ id: String) -> PropertyAnswer

  /// Changes a resource.
  func set(_ resource: String, _ id: String, to value: JSONValue) -> PropertyAnswer

  /// Whether a resource tells of its changes.
  func canSubscribe(to resource: String, _ id: String) -> Bool
}

/// The answer to a question about a resource.
package enum PropertyAnswer: Hashable, Sendable {
  /// JSON; empty for an answer without a body.
  case value(String)
  /// The entries of a list, of which a part may be asked for.
  case list([String])
  case notFound
  /// Not yet.
  case unavailable
  case invalid(String)

  /// As HTTP has it.
  var status: Int {
    switch self {
    case .value, .list: 200
    case .notFound: 404
    case .unavailable: 341
    case .invalid: 400
    }
  }
}
