// Uses libyaml's events instead of its tree of nodes. Events report aliases and duplicate keys with their
// positions. They need no recursion, so that a hostile file costs neither stack nor time.
import CYAML
import SpinetRealtime
import SpinetText

/// Builds the nodes of one document from libyaml's events.
struct YAMLReader {
  /// A list or a map that is still open.
  private struct Open {
    var location: TextLocation
    var isMap: Bool
    var items: [DocumentNode] = []
    var entries: [DocumentNode.Entry] = []
    var placesOfKeys: [String: TextLocation] = [:]
    /// The last key, whose value comes next. The inner optional is nil for a key that cannot be used.
    var key: (name: String?, location: TextLocation)?
  }

  private var open: [Open] = []
  private var root: DocumentNode?
  private var documents = 0
  private var diagnostics: Diagnostics

  /// Returns nil for an empty file, and for one with a syntax error.
  static func read(_ bytes: [UInt8], _ diagnostics: inout Diagnostics) -> DocumentNode? {
    var reader = YAMLReader(diagnostics: diagnostics)
    let complete = reader.parse(bytes)
    diagnostics = reader.diagnostics
    return complete ? reader.root : nil
  }

  private init(diagnostics: Diagnostics) { self.diagnostics = diagnostics }

  private mutating func parse(_ bytes: [UInt8]) -> Bool {
    var parser = yaml_parser_t()
    yaml_parser_initialize(&parser)
    defer { yaml_parser_delete(&parser) }
    return bytes.withUnsafeBufferPointer { input in
      yaml_parser_set_input_string(&parser, input.baseAddress, input.count)
      while true {
        var event = yaml_event_t()
        guard yaml_parser_parse(&parser, &event) == 1 else {
          report(parser, in: bytes)
          return false
        }
        defer { yaml_event_delete(&event) }
        if event.type == YAML_STREAM_END_EVENT { return true }
        guard take(event) else { return false }
      }
    }
  }

  /// Returns whether to go on.
  private mutating func take(_ event: yaml_event_t) -> Bool {
    let location = TextLocation(event.start_mark)
    switch event.type {
    case YAML_DOCUMENT_START_EVENT:
      documents += 1
      guard documents > 1 else { return true }
      diagnostics.error(at: location, "a second document, expected one document in a file")
      return false
    case YAML_ALIAS_EVENT:
      diagnostics.error(at: location, "an alias (*), expected the value itself")
      add(.refused(at: location))
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      refuse(hasAnchor: scalar.anchor != nil, hasTag: scalar.tag != nil, at: location)
      var node = DocumentNode(Self.content(of: event), at: location)
      node.isQuoted = scalar.style != YAML_PLAIN_SCALAR_STYLE
      add(node)
    case YAML_SEQUENCE_START_EVENT:
      let list = event.data.sequence_start
      refuse(hasAnchor: list.anchor != nil, hasTag: list.tag != nil, at: location)
      return begin(Open(location: location, isMap: false))
    case YAML_MAPPING_START_EVENT:
      let map = event.data.mapping_start
      refuse(hasAnchor: map.anchor != nil, hasTag: map.tag != nil, at: location)
      return begin(Open(location: location, isMap: true))
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: end()
    default: break
    }
    return true
  }

  private mutating func begin(_ node: Open) -> Bool {
    guard open.count < YAMLDocument.depthLimit else {
      reportDepth(at: node.location)
      return false
    }
    open.append(node)
    return true
  }

  private mutating func reportDepth(at location: TextLocation) {
    diagnostics.error(
      at: location, "nested lists and maps, expected \(YAMLDocument.depthLimit) levels at most")
  }

  private mutating func end() {
    guard let closed = open.popLast() else { return }
    add(DocumentNode(closed.isMap ? .map(closed.entries) : .list(closed.items), at: closed.location))
  }

  private mutating func add(_ node: DocumentNode) {
    guard let last = open.indices.last else {
      root = node
      return
    }
    if !open[last].isMap {
      open[last].items.append(node)
    } else if let key = open[last].key {
      open[last].key = nil
      guard let name = key.name else { return }
      open[last].entries.append(.init(key: name, location: key.location, value: node))
    } else {
      open[last].key = (name(ofKey: node, in: open[last]), node.location)
      if let name = open[last].key?.name { open[last].placesOfKeys[name] = node.location }
    }
  }

  private mutating func name(ofKey node: DocumentNode, in map: Open) -> String? {
    guard case .text(let name) = node.content else {
      if !node.isRefused {
        diagnostics.error(at: node.location, "\(node.described) as a key, expected a text")
      }
      return nil
    }
    if let first = map.placesOfKeys[name] {
      diagnostics.error(
        at: node.location, "\"\(name.shortened)\" appears twice, expected once (first in line \(first.line))")
      return nil
    }
    return name
  }

  private mutating func refuse(hasAnchor: Bool, hasTag: Bool, at location: TextLocation) {
    if hasAnchor { diagnostics.error(at: location, "an anchor (&), expected the value alone") }
    if hasTag { diagnostics.error(at: location, "a tag (!), expected the value alone") }
  }

  private mutating func report(_ parser: yaml_parser_t, in bytes: [UInt8]) {
    let syntax = YAMLSyntax(parser, in: bytes)
    if parser.error == YAML_READER_ERROR {
      diagnostics.error(at: TextLocation(ofByte: Int(parser.problem_offset), in: bytes), syntax.message)
    } else if syntax.message.hasPrefix("Maximum nesting level") {
      // libyaml reads ahead, and may reach its own limit before its events reach ours.
      reportDepth(at: TextLocation(parser.context_mark))
    } else {
      let mark = syntax.isAtContext ? parser.context_mark : parser.problem_mark
      diagnostics.error(at: TextLocation(mark), syntax.message)
    }
  }

  private static func content(of event: yaml_event_t) -> DocumentNode.Content {
    let scalar = event.data.scalar
    let text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
    let isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE
    return isPlain && ["", "~", "null"].contains(text) ? .nothing : .text(text)
  }
}

extension TextLocation {
  fileprivate init(_ mark: yaml_mark_t) { self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1) }

  fileprivate init(ofByte offset: Int, in bytes: [UInt8]) {
    let before = bytes.prefix(offset)
    let line = before.reversed().prefix { $0 != UInt8(ascii: "\n") }
    let isScalarStart: (UInt8) -> Bool = { $0 & 0xC0 != 0x80 }
    self.init(
      line: before.count { $0 == UInt8(ascii: "\n") } + 1, column: line.count(where: isScalarStart) + 1)
  }
}
