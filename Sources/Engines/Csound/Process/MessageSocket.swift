import FoundationEssentials
import Glibc
import Synchronization

/// One end of a socket between two processes, over which values go as JSON after their length.
final class MessageSocket: Sendable {
  let descriptor: Int32
  /// Held while a message is written, so that messages of several threads do not mix.
  private let writing = Mutex<Void>(())

  /// In bytes; a table of 65,536 values has less.
  private static let longest = 16 << 20

  /// Owns the descriptor from now on.
  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Returns false when the other end is gone. Waits while it does not read.
  @discardableResult func send(_ message: some Encodable) -> Bool {
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    guard let text = try? encoder.encode(message) else { return false }
    let length = withUnsafeBytes(of: UInt32(text.count).littleEndian) { Array($0) }
    return writing.withLock { _ in write(length + text) }
  }

  private func write(_ bytes: [UInt8]) -> Bool {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress! + done, bytes.count - done, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      done += count
    }
    return true
  }

  /// The next message; nil when the other end is gone, or says what is none.
  func receive<Message: Decodable>(_: Message.Type) -> Message? {
    guard let head = read(4) else { return nil }
    let length = head.reversed().reduce(0) { $0 << 8 | Int($1) }
    guard length <= Self.longest, let text = read(length) else { return nil }
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try? decoder.decode(Message.self, from: Data(text))
  }

  private func read(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let more = bytes.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress! + done, count - done, 0) }
      if more < 0, errno == EINTR { continue }
      guard more > 0 else { return nil }
      done += more
    }
    return bytes
  }

  /// Ends both directions; the other end notices.
  func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}
