/// `[style:menu{'low':0;'high':1}]` or `[style:radio{…}]`: names for some values.
struct ChoiceStyle {
  let names: [String]
  let values: [Float]

  /// Nil for a control that is no choice.
  init?(_ declaration: ControlDeclaration) {
    guard let style = declaration.value(of: "style"), style.hasPrefix("menu") || style.hasPrefix("radio"),
      let opening = style.firstIndex(of: "{"), let closing = style.lastIndex(of: "}"), opening < closing
    else { return nil }
    var names: [String] = []
    var values: [Float] = []
    for item in style[style.index(after: opening)..<closing].split(separator: ";") {
      guard let colon = item.lastIndex(of: ":"),
        let value = Float(item[item.index(after: colon)...].filter { !$0.isWhitespace }), value.isFinite
      else { return nil }
      names.append(String(item[..<colon].filter { $0 != "'" && $0 != "\"" }))
      values.append(value)
    }
    guard !names.isEmpty else { return nil }
    self.names = names
    self.values = values
  }

  /// The choice whose value is nearest.
  func index(of value: Float) -> Int {
    values.indices.min { abs(values[$0] - value) < abs(values[$1] - value) } ?? 0
  }
}
