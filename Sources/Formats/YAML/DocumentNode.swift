import SpinetRealtime
import SpinetText

/// One node of a document: a text, a list or a map, and the position where it starts.
package struct DocumentNode: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    /// As written, without its quotes.
    case text(String)
    /// Empty, `~` or `null`.
    case nothing
    case list([DocumentNode])
    case map([Entry])
  }

  /// One line of a map. The keys of a map are all different.
  package struct Entry: Hashable, Sendable {
    package var key: String
    package var location: TextLocation
    package var value: DocumentNode

    package init(key: String, location: TextLocation, value: DocumentNode) {
      self.key = key
      self.location = location
      self.value = value
    }
  }

  package var location: TextLocation
  package var content: Content
  /// Whether a text stands in quotes, so that its digits are no number.
  package var isQuoted = false
  /// The value was refused and reported. Readers must not report it again.
  package private(set) var isRefused = false

  package init(_ content: Content, at location: TextLocation) {
    self.location = location
    self.content = content
  }

  static func refused(at location: TextLocation) -> DocumentNode {
    var node = DocumentNode(.nothing, at: location)
    node.isRefused = true
    return node
  }

  /// The value of `key`, if this is a map that has it.
  package subscript(key: String) -> DocumentNode? {
    guard case .map(let entries) = content else { return nil }
    return entries.first { $0.key == key }?.value
  }

  /// What the node is, for an error message: `"fast"`, `a list`.
  package var described: String {
    switch content {
    case .text(let text): "\"\(text.shortened)\""
    case .nothing: "nothing"
    case .list: "a list"
    case .map: "a map"
    }
  }
}
