import SpinetText

/// A whole message of property exchange.
package struct PropertyMessage: Hashable, Sendable {
  package var kind: PropertyPiece.Kind
  package var request: UInt8
  package var header: JSONValue
  /// JSON in ASCII; empty without a body.
  package var body: String

  /// The member of the header, if it is text.
  func text(_ name: String) -> String? { header[name]?.text }
}

/// Puts the pieces of messages together. One that never ends is forgotten when many others have begun.
struct PropertyAssembler: Sendable {
  private struct Name: Hashable {
    let sender: MUID
    let kind: PropertyPiece.Kind
    let request: UInt8
  }

  private struct Unfinished {
    var header: [UInt8]
    var data: [UInt8] = []
    var last = 0
    let order: Int
  }

  private var unfinished: [Name: Unfinished] = [:]
  private var begun = 0
  private static let mostUnfinished = 16
  private static let mostBytes = 1 << 18

  /// Returns the message that the piece completes; nil if others have to come, or if it makes no sense.
  mutating func take(_ piece: PropertyPiece, from sender: MUID) -> PropertyMessage? {
    let name = Name(sender: sender, kind: piece.kind, request: piece.request)
    if piece.number <= 1 { begin(name, piece.header) }
    guard var message = unfinished[name], piece.number == message.last + 1 || piece.number == 0,
      message.data.count + piece.data.count <= Self.mostBytes
    else {
      unfinished[name] = nil
      return nil
    }
    message.data += piece.data
    message.last += 1
    unfinished[name] = message
    guard piece.count <= piece.number else { return nil }
    unfinished[name] = nil
    guard let header = JSONValue(String(decoding: message.header, as: UTF8.self)) else { return nil }
    return PropertyMessage(
      kind: piece.kind, request: piece.request, header: header,
      body: String(decoding: message.data, as: UTF8.self))
  }

  private mutating func begin(_ name: Name, _ header: [UInt8]) {
    begun += 1
    unfinished[name] = Unfinished(header: header, order: begun)
    guard unfinished.count > Self.mostUnfinished else { return }
    if let oldest = unfinished.min(by: { $0.value.order < $1.value.order }) { unfinished[oldest.key] = nil }
  }

  /// Forgets what a device has begun.
  mutating func forget(_ sender: MUID) { unfinished = unfinished.filter { $0.key.sender != sender } }
}

extension PropertyPiece {
  /// The pieces of a message.
  ///
  /// - Parameter mostBytes: the longest system exclusive message that the receiver takes.
  static func pieces(
    _ kind: Kind, request: UInt8, header: String, body: String = "", mostBytes: Int
  ) -> [PropertyPiece] {
    let (head, data) = (Array(header.utf8), Array(body.asciiJSON.utf8))
    // Two bytes around the payload, 13 before the contents, and 9 for the numbers.
    let room = max(mostBytes - 24 - head.count, 64)
    let starts = data.isEmpty ? [0] : Array(stride(from: 0, to: data.count, by: room))
    return starts.enumerated().map { index, start in
      PropertyPiece(
        kind, request: request, header: index == 0 ? head : [], number: index + 1, of: starts.count,
        data: Array(data[start..<min(start + room, data.count)]))
    }
  }
}

extension String {
  /// JSON whose characters beyond ASCII are written as `\u` and four digits, because MIDI has seven bits.
  fileprivate var asciiJSON: String {
    guard !utf8.allSatisfy({ $0 < 0x80 }) else { return self }
    return utf16.map { unit in
      guard unit >= 0x80 else { return String(UnicodeScalar(UInt8(unit))) }
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }
}
