import Foundation

/// The journal's files, read without the code that writes and reads them: what was played, by control and key.
struct JournalFiles {
  /// By status and first data byte, such as the notes of one key: the messages in their order.
  private(set) var messages: [UInt16: [[UInt8]]] = [:]

  private static let recordSize = 48
  private static let messageKind: UInt8 = 3
  /// Notes that a command plays end by themselves, at a time that control chooses.
  private static let commandNotes = UInt16(0x90) << 8 | UInt16(Musician.commandKey)

  init(in folder: URL) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names.filter({ $0.hasSuffix(".journal") }).sorted() {
      read([UInt8]((try? Data(contentsOf: folder.appending(path: name))) ?? Data()))
    }
  }

  private mutating func read(_ bytes: [UInt8]) {
    // The header is as long as a record. What a kill has cut off is no record.
    var start = Self.recordSize
    while start + Self.recordSize <= bytes.count {
      if bytes[start] == Self.messageKind {
        add(Array(bytes[(start + 16)..<(start + 16 + Int(min(bytes[start + 2], 3)))]))
      }
      start += Self.recordSize
    }
  }

  private mutating func add(_ message: [UInt8]) {
    guard let group = Self.group(of: message), group != Self.commandNotes else { return }
    messages[group, default: []].append(message)
  }

  /// Notes of one key belong together, and the moves of one controller. Each has one player in an evening, so that the
  /// order of its messages is known.
  static func group(of message: [UInt8]) -> UInt16? {
    guard message.count >= 2 else { return nil }
    let kind = message[0] & 0xF0 == 0x80 ? 0x90 : message[0]
    return UInt16(kind) << 8 | UInt16(message[1])
  }
}
