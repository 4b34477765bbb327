/// The number by which a device is addressed in MIDI-CI while it runs: 28 bits, chosen by chance.
package struct MUID: Hashable, Sendable, BitwiseCopyable {
  package let rawValue: UInt32

  /// The upper bits, which no number has, are cut.
  package init(rawValue: UInt32) { self.rawValue = rawValue & 0x0FFF_FFFF }

  /// Everybody.
  package static let everybody = MUID(rawValue: 0x0FFF_FFFF)

  /// A number for a device; those from 0x0FFF_FF00 on are reserved.
  package init(random: UInt32) { rawValue = random % 0x0FFF_FF00 }
}

/// What a device says of itself in MIDI-CI.
package struct CIIdentity: Hashable, Sendable {
  /// The manufacturer's number in system exclusive messages.
  package var manufacturer: [UInt8]
  package var family: UInt16
  package var model: UInt16
  /// The version, four numbers of seven bits.
  package var revision: [UInt8]
  package var exchangesProperties: Bool
  /// The longest system exclusive message that it takes, in bytes.
  package var mostBytes: Int

  package init(
    manufacturer: [UInt8], family: UInt16 = 0, model: UInt16 = 0, revision: [UInt8], mostBytes: Int,
    exchangesProperties: Bool = true
  ) {
    (self.manufacturer, self.family, self.model) = (manufacturer, family, model)
    (self.revision, self.mostBytes) = (revision, mostBytes)
    self.exchangesProperties = exchangesProperties
  }
}

/// A message of MIDI-CI, the Capability Inquiry of MIDI (M2-101, version 1.2), by value. It travels as a system exclusive
/// message.
package struct CIMessage: Hashable, Sendable {
  package enum Body: Hashable, Sendable {
    case discovery(CIIdentity)
    case discoveryReply(CIIdentity)
    case invalidate(MUID)
    case acknowledged(of: UInt8)
    case refused(of: UInt8)
    /// How many requests a device answers at once.
    case propertyInquiry(requests: UInt8)
    case propertyInquiryReply(requests: UInt8)
    case property(PropertyPiece)
    /// A message of another kind, by its number.
    case other(UInt8)
  }

  package var source: MUID
  package var destination: MUID
  package var body: Body

  package init(_ body: Body, from source: MUID, to destination: MUID) {
    (self.body, self.source, self.destination) = (body, source, destination)
  }
}

/// A piece of a message of property exchange.
package struct PropertyPiece: Hashable, Sendable {
  package enum Kind: UInt8, Sendable {
    case get = 0x34
    case getReply, set, setReply, subscription, subscriptionReply
    case notify = 0x3F
  }

  package var kind: Kind
  /// 0–127; the reply has that of its question.
  package var request: UInt8
  /// JSON, in the first piece only.
  package var header: [UInt8]
  /// How many pieces there are; 0 if the sender does not know yet.
  package var count: Int
  /// 1 for the first.
  package var number: Int
  package var data: [UInt8]

  package init(
    _ kind: Kind, request: UInt8, header: [UInt8], number: Int = 1, of count: Int = 1, data: [UInt8] = []
  ) {
    (self.kind, self.request, self.header) = (kind, request, header)
    (self.number, self.count, self.data) = (number, count, data)
  }
}

// MARK: Bytes
extension CIMessage {
  /// Universal non-realtime, and MIDI-CI.
  private static let (universal, inquiry): (UInt8, UInt8) = (0x7E, 0x0D)
  private static let version: UInt8 = 2
  /// Of the function block, not of one channel.
  private static let wholeBlock: UInt8 = 0x7F
  private static let propertyCategory: UInt8 = 0x08

  /// Nil for another system exclusive message, and for one that is too short or says something impossible.
  ///
  /// - Parameter payload: the bytes between F0 and F7.
  package init?(payload: [UInt8]) {
    guard payload.count >= 13, payload[0] == Self.universal, payload[2] == Self.inquiry,
      payload.allSatisfy({ $0 < 0x80 })
    else { return nil }
    var reader = CIReader(payload[5...])
    guard let source = reader.muid(), let destination = reader.muid(),
      let body = Self.body(payload[3], &reader)
    else { return nil }
    self.init(body, from: source, to: destination)
  }

  private static func body(_ kind: UInt8, _ reader: inout CIReader) -> Body? {
    switch kind {
    case 0x70: reader.identity().map(Body.discovery)
    case 0x71: reader.identity().map(Body.discoveryReply)
    case 0x7D: reader.byte().map(Body.acknowledged)
    case 0x7E: reader.muid().map(Body.invalidate)
    // Version 1 does not say of what.
    case 0x7F: .refused(of: reader.byte() ?? 0)
    case 0x30: reader.byte().map(Body.propertyInquiry)
    case 0x31: reader.byte().map(Body.propertyInquiryReply)
    default:
      if let kind = PropertyPiece.Kind(rawValue: kind) {
        reader.piece(kind).map(Body.property)
      } else {
        .other(kind)
      }
    }
  }

  /// The bytes between F0 and F7.
  package var payload: [UInt8] {
    let (kind, contents) = parts
    return [Self.universal, Self.wholeBlock, Self.inquiry, kind, Self.version] + Self.bytes(source)
      + Self.bytes(destination) + contents
  }

  private var parts: (kind: UInt8, contents: [UInt8]) {
    switch body {
    // The path on which the message left is 0: there is one.
    case .discovery(let identity): (0x70, Self.bytes(identity) + [0])
    case .discoveryReply(let identity): (0x71, Self.bytes(identity) + [0, Self.wholeBlock])
    case .acknowledged(let kind): (0x7D, [kind & 127, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    case .refused(let kind): (0x7F, [kind & 127, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    case .invalidate(let gone): (0x7E, Self.bytes(gone))
    // The version of property exchange is 0.0 for 1.0 and 1.1.
    case .propertyInquiry(let requests): (0x30, [requests & 127, 0, 0])
    case .propertyInquiryReply(let requests): (0x31, [requests & 127, 0, 0])
    case .property(let piece): (piece.kind.rawValue, Self.bytes(piece))
    case .other(let kind): (kind & 127, [])
    }
  }

  private static func bytes(_ muid: MUID) -> [UInt8] { sevens(Int(muid.rawValue), count: 4) }

  private static func bytes(_ identity: CIIdentity) -> [UInt8] {
    exactly(3, identity.manufacturer) + sevens(Int(identity.family), count: 2)
      + sevens(Int(identity.model), count: 2) + exactly(4, identity.revision)
      + [identity.exchangesProperties ? propertyCategory : 0] + sevens(identity.mostBytes, count: 4)
  }

  private static func bytes(_ piece: PropertyPiece) -> [UInt8] {
    [piece.request & 127] + sevens(piece.header.count, count: 2) + piece.header.map { $0 & 127 }
      + sevens(piece.count, count: 2) + sevens(piece.number, count: 2) + sevens(piece.data.count, count: 2)
      + piece.data.map { $0 & 127 }
  }

  /// The lowest seven bits first.
  private static func sevens(_ value: Int, count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (7 * $0)) & 127 }
  }

  private static func exactly(_ count: Int, _ bytes: [UInt8]) -> [UInt8] {
    Array((bytes.map { $0 & 127 } + [UInt8](repeating: 0, count: count)).prefix(count))
  }

  fileprivate static func exchangesProperties(_ categories: UInt8) -> Bool {
    categories & propertyCategory != 0
  }
}

/// Reads the fields of a message.
private struct CIReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  mutating func byte() -> UInt8? { rest.popFirst() }

  mutating func bytes(_ count: Int) -> [UInt8]? {
    guard rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  /// The lowest seven bits first.
  mutating func number(_ count: Int) -> Int? {
    bytes(count).map { $0.reversed().reduce(0) { $0 << 7 | Int($1) } }
  }

  mutating func muid() -> MUID? { number(4).map { MUID(rawValue: UInt32($0)) } }

  mutating func identity() -> CIIdentity? {
    guard let manufacturer = bytes(3), let family = number(2), let model = number(2),
      let revision = bytes(4), let categories = byte(), let most = number(4)
    else { return nil }
    return CIIdentity(
      manufacturer: manufacturer, family: UInt16(family), model: UInt16(model), revision: revision,
      mostBytes: most, exchangesProperties: CIMessage.exchangesProperties(categories))
  }

  mutating func piece(_ kind: PropertyPiece.Kind) -> PropertyPiece? {
    guard let request = byte(), let headerCount = number(2), let header = bytes(headerCount),
      let count = number(2), let index = number(2), let dataCount = number(2), let data = bytes(dataCount)
    else { return nil }
    return PropertyPiece(kind, request: request, header: header, number: index, of: count, data: data)
  }
}
