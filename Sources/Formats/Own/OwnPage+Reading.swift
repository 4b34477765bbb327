import SpinetRealtime
import SpinetText

extension OwnPage {
  /// - Throws: all errors of the file, each with its position.
  package init(bytes: [UInt8], file: String) throws(SpinetError) {
    let document = YAMLDocument(bytes: bytes, file: file)
    var reader = PageReader(diagnostics: document.diagnostics)
    let page = reader.page(document.root)
    try reader.diagnostics.throwErrors()
    self = page
  }
}

/// Reads the nodes of a page file and collects all errors.
private struct PageReader {
  var diagnostics: Diagnostics

  private static let keys = ["name", "wide", "tall"]
  private static let itemKeys = ["kind", "widget", "widgets", "at", "size", "label", "colour", "scenes"]

  mutating func page(_ root: DocumentNode?) -> OwnPage {
    if root == nil, !diagnostics.hasErrors {
      diagnostics.error(at: .start, "the file is empty, expected \"wide:\" and controls under it")
    }
    let fields = root?.fields(Self.keys, calling: "key", &diagnostics) ?? [:]
    if let root, fields["wide"] == nil, fields["tall"] == nil, !diagnostics.hasErrors {
      diagnostics.error(at: root.location, "there are no controls, expected \"wide:\" and controls under it")
    }
    return OwnPage(
      title: fields["name"]?.string(&diagnostics), wide: fields["wide"].map { items($0, in: .wide) },
      tall: fields["tall"].map { items($0, in: .tall) })
  }

  private mutating func items(_ node: DocumentNode, in grid: OwnPage.Grid) -> [OwnPage.Item] {
    var items: [OwnPage.Item] = []
    for node in node.items(&diagnostics, as: "a list of controls") ?? [] {
      guard let item = item(node) else { continue }
      if let problem = item.problem(in: grid) {
        diagnostics.error(at: node.location, problem)
      } else if items.contains(where: item.overlaps) {
        diagnostics.error(at: node.location, "it lies over another control, expected cells of its own")
      }
      items.append(item)
    }
    return items
  }

  private mutating func item(_ node: DocumentNode) -> OwnPage.Item? {
    let found = diagnostics.all.count
    guard let fields = node.fields(Self.itemKeys, calling: "key", &diagnostics),
      let kind = kind(fields["kind"], of: node), let place = cells("at", fields, of: node),
      let size = cells("size", fields, of: node)
    else { return nil }
    let widgets = fields["widgets"]?.strings(&diagnostics) ?? fields["widget"]?.strings(&diagnostics) ?? []
    let item = OwnPage.Item(
      kind, widgets, column: place[0], row: place[1], columns: size[0], rows: size[1],
      label: fields["label"]?.string(&diagnostics), colour: fields["colour"]?.int(in: 1...8, &diagnostics),
      scenes: fields["scenes"]?.strings(&diagnostics) ?? [])
    return diagnostics.all.count == found ? item : nil
  }

  private mutating func kind(_ node: DocumentNode?, of item: DocumentNode) -> OwnPage.Kind? {
    let names = OwnPage.Kind.allCases.map(\.rawValue)
    guard let node else {
      diagnostics.error(at: item.location, "a control without a kind, expected \"kind: \(names[0])\"")
      return nil
    }
    guard let name = node.string(&diagnostics, as: names.joinedByOr) else { return nil }
    if let kind = OwnPage.Kind(rawValue: name) { return kind }
    diagnostics.error(
      at: node.location, "unknown kind \"\(name.shortened)\", expected \(names.joinedByOr)",
      suggestion: nearestName(to: name, among: names))
    return nil
  }

  /// Two whole numbers.
  private mutating func cells(
    _ key: String, _ fields: [String: DocumentNode], of item: DocumentNode
  ) -> [Int]? {
    guard let node = fields[key] else {
      diagnostics.error(at: item.location, "a control without \"\(key)\", expected \"\(key): [COLUMN, ROW]\"")
      return nil
    }
    let found = diagnostics.all.count
    let numbers = node.items(&diagnostics, as: "two whole numbers")?.compactMap {
      $0.int(in: 0...99, &diagnostics)
    }
    guard let numbers, diagnostics.all.count == found else { return nil }
    if numbers.count == 2 { return numbers }
    diagnostics.error(at: node.location, "\(numbers.count) numbers, expected two")
    return nil
  }
}
