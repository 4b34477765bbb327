import SpinetOSC
import SpinetSession
import SpinetText
import SpinetWidgets

/// The addresses of all widgets that play now: `/widget/` and the name, and those that a program declares.
///
/// What OSC keeps for patterns, and blanks, stand in a name as `%20`.
struct OSCAddresses {
  let set: WidgetSet
  let all: [OSCAddress]
  private let indices: [String: Int]

  static let container = "/widget/"
  /// All widgets, as a pattern.
  static let everything = container + "*"

  init(_ set: WidgetSet, declared: [OSCAddress] = []) {
    self.set = set
    let all = set.all.map { OSCAddress(Self.container + Self.escaped($0.name), of: $0) } + declared
    self.all = all
    indices = Dictionary(all.indices.map { (all[$0].text, $0) }) { first, _ in first }
  }

  init(_ handle: SessionHandle) {
    let (set, addresses) = handle.addressed
    let declared = addresses.compactMap { prefix, address in
      set[prefix + address.widget.name].map { address.below(Self.escaped(prefix), for: $0) }
    }
    self.init(set, declared: declared)
  }

  /// The addresses that a text, or a pattern, stands for.
  func meant(by text: String) -> [OSCAddress] {
    if let index = indices[text] ?? index(ofName: text) { return [all[index]] }
    guard let pattern = OSCPattern(text) else { return [] }
    return all.filter { pattern.matches($0.text) }
  }

  /// A name as somebody may write it: with a blank in it, or without the part.
  private func index(ofName text: String) -> Int? {
    guard text.hasPrefix(Self.container) else { return nil }
    let name = String(text.dropFirst(Self.container.count))
    return set.index(of: name) ?? set.index(of: Self.plain(name))
  }

  /// A whole address, or the name of a widget, as a whole address.
  static func whole(_ text: String) -> String { text.hasPrefix("/") ? text : container + text }

  static func escaped(_ name: String) -> String {
    var text = ""
    for byte in name.utf8 {
      if byte > 0x20, byte < 0x7F, !special.contains(byte) {
        text.unicodeScalars.append(UnicodeScalar(byte))
      } else {
        text += "%" + String(byte, radix: 16, uppercase: true).padded(to: 2, .right, with: "0")
      }
    }
    return text
  }

  private static let special = Set("#*,?[]{}%".utf8)

  static func plain(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
    var (bytes, rest) = ([UInt8](), Array(text.utf8)[...])
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%"), rest.count >= 2,
        let escaped = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      else {
        bytes.append(byte)
        continue
      }
      bytes.append(escaped)
      rest = rest.dropFirst(2)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
