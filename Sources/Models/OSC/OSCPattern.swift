/// An address with wildcards, by OSC 1.0: `?`, `*`, `[a-z]`, `[!a-z]`, `{one,other}`.
///
/// The time that it takes grows with the length of the pattern and of the address, whatever stands in them. The length
/// of a pattern is limited.
package struct OSCPattern: Hashable, Sendable {
  private enum Piece: Hashable, Sendable {
    case byte(UInt8)
    case any
    case anyRun
    case one(of: [ClosedRange<UInt8>], isWanted: Bool)
    case words([[UInt8]])
  }

  private var pieces: [Piece] = []

  /// In bytes.
  package static let longest = 256

  /// Nil for an address without wildcards, for one whose brackets do not close, and for one that is too long.
  package init?(_ text: some StringProtocol) {
    guard text.utf8.count <= Self.longest, text.utf8.contains(where: Self.wild.contains) else { return nil }
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard let piece = Self.piece(byte, &rest) else { return nil }
      pieces.append(piece)
    }
  }

  private static let wild = Set("?*[{".utf8)

  private static func piece(_ byte: UInt8, _ rest: inout ArraySlice<UInt8>) -> Piece? {
    switch UnicodeScalar(byte) {
    case "?": return .any
    case "*": return .anyRun
    case "[": return inside(&rest, upTo: "]").map(oneOf)
    case "{": return inside(&rest, upTo: "}").map { .words($0.split(separator: 0x2C).map(Array.init)) }
    default: return .byte(byte)
    }
  }

  private static func inside(_ rest: inout ArraySlice<UInt8>, upTo end: Unicode.Scalar) -> ArraySlice<UInt8>?
  {
    guard let close = rest.firstIndex(of: UInt8(ascii: end)) else { return nil }
    defer { rest = rest[(close + 1)...] }
    return rest[..<close]
  }

  private static func oneOf(_ bytes: ArraySlice<UInt8>) -> Piece {
    let isWanted = bytes.first != UInt8(ascii: "!")
    var (bytes, ranges) = (bytes.dropFirst(isWanted ? 0 : 1), [ClosedRange<UInt8>]())
    while let first = bytes.popFirst() {
      guard bytes.first == UInt8(ascii: "-"), let last = bytes.dropFirst().first, last >= first else {
        ranges.append(first...first)
        continue
      }
      ranges.append(first...last)
      bytes = bytes.dropFirst(2)
    }
    return .one(of: ranges, isWanted: isWanted)
  }

  /// Whether it stands for this name.
  package func matches(_ name: some StringProtocol) -> Bool {
    let name = Array(name.utf8)
    // The places in the name up to which the pieces so far match.
    var places = Set([0])
    for piece in pieces where !places.isEmpty { places = Self.places(after: piece, places, in: name) }
    return places.contains(name.count)
  }

  private static func places(after piece: Piece, _ places: Set<Int>, in name: [UInt8]) -> Set<Int> {
    switch piece {
    case .byte(let byte): step(places, in: name) { $0 == byte }
    case .any: step(places, in: name) { _ in true }
    case .one(let ranges, let isWanted):
      step(places, in: name) { byte in ranges.contains { $0.contains(byte) } == isWanted }
    case .anyRun: places.min().map { Set($0...name.count) } ?? []
    case .words(let words):
      Set(
        words.flatMap { word in
          places.filter { name[$0...].starts(with: word) }.map { $0 + word.count }
        })
    }
  }

  private static func step(_ places: Set<Int>, in name: [UInt8], _ fits: (UInt8) -> Bool) -> Set<Int> {
    Set(places.filter { $0 < name.count && fits(name[$0]) }.map { $0 + 1 })
  }
}
