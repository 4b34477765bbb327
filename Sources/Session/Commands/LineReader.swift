import Glibc

/// Lines from a descriptor that is polled: a terminal, a pipe or a file.
struct LineReader {
  let descriptor: Int32
  /// Whether nothing more will come.
  private(set) var isAtEnd = false
  private var rest: [UInt8] = []
  /// A line longer than this was typed by nobody; it is cut.
  private static let lengthLimit = 4096

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// The lines that one look at the descriptor completes, and at the end what is left; never waits.
  mutating func read() -> [String] {
    if !isAtEnd, isReadable { take() }
    var parts = rest.split(separator: 0x0A, omittingEmptySubsequences: false)
    let last = parts.removeLast()
    rest = isAtEnd ? [] : Array(last)
    if isAtEnd, !last.isEmpty { parts.append(last) }
    return parts.map { String(decoding: $0, as: UTF8.self) }
  }

  private mutating func take() {
    var bytes = [UInt8](repeating: 0, count: Self.lengthLimit)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return }
    if count <= 0 { isAtEnd = true } else { rest += bytes.prefix(count) }
    if rest.count > Self.lengthLimit, !rest.contains(0x0A) { rest = Array(rest.prefix(Self.lengthLimit)) }
  }

  private var isReadable: Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, 0) > 0
  }
}
