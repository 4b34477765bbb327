import SpinetText

/// What OSCQuery tells of an address, by the names of its proposal.
enum OSCAttribute: String, CaseIterable {
  case path = "FULL_PATH"
  case contents = "CONTENTS"
  case type = "TYPE"
  case access = "ACCESS"
  case value = "VALUE"
  case range = "RANGE"
  case unit = "UNIT"
  case description = "DESCRIPTION"
}

/// A place in the tree of all addresses: a method, a folder of others, or both.
final class OSCNode {
  /// Whether it can be read, written or both, as the proposal counts.
  enum Access: Int { case none, reads, writes, both }

  let path: String
  /// The values as JSON.
  private var fields: [OSCAttribute: String]
  private var children: [(name: Substring, node: OSCNode)] = []

  init(_ path: String, _ fields: [OSCAttribute: String] = [:]) {
    (self.path, self.fields) = (path, fields)
    self.fields[.path] = JSONLine.quoted(path)
    if fields[.access] == nil { self.fields[.access] = "\(Access.none.rawValue)" }
  }

  /// The tree of these places. What is between them is made.
  static func tree(_ nodes: [OSCNode]) -> OSCNode {
    let root = OSCNode("/")
    for node in nodes { root.add(node, below: node.path.split(separator: "/")[...]) }
    return root
  }

  private func add(_ node: OSCNode, below names: ArraySlice<Substring>) {
    guard let name = names.first else { return fields.merge(node.fields) { _, new in new } }
    child(name).add(node, below: names.dropFirst())
  }

  private func child(_ name: Substring) -> OSCNode {
    if let known = children.first(where: { $0.name == name }) { return known.node }
    let new = OSCNode("\(path == "/" ? "" : path)/\(name)")
    children.append((name, new))
    return new
  }

  /// The place with this path; nil for none.
  func node(at path: String) -> OSCNode? {
    path.split(separator: "/").reduce(Optional(self)) { node, name in
      node?.children.first { $0.name == name }?.node
    }
  }

  /// The value of one attribute; nil for what it has not.
  func json(of attribute: OSCAttribute) -> String? {
    guard attribute == .contents else { return fields[attribute] }
    guard !children.isEmpty else { return nil }
    return "{" + children.map { "\(JSONLine.quoted(String($0.name))):\($0.node.json)" }.joined(separator: ",")
      + "}"
  }

  /// All of it, with what is in it.
  var json: String {
    let members = OSCAttribute.allCases.compactMap { attribute in
      json(of: attribute).map { "\(JSONLine.quoted(attribute.rawValue)):\($0)" }
    }
    return "{" + members.joined(separator: ",") + "}"
  }
}
