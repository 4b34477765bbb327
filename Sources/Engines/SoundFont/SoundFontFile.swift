import Glibc
import SpinetRealtime
import SpinetText
import SystemPackage

/// The structure of a SoundFont 2 or 3 file. It is checked before FluidSynth reads the file, so that a truncated or
/// damaged file is refused here.
package struct SoundFontFile {
  package let presets: SoundFontPresets

  /// Reads `count` bytes from an offset; fewer at the end.
  package typealias Reader = (_ offset: Int, _ count: Int) -> [UInt8]

  /// Reads a file on disk, but not its samples.
  package init(path: FilePath) throws(SpinetError) {
    let file = open(path.string, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw Self.error(path.string, "\(Errno.last)") }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw Self.error(path.string, "it is not a file")
    }
    try self.init(name: path.string, length: Int(status.st_size)) { Self.bytes(of: file, at: $0, $1) }
  }

  private static func bytes(of file: Int32, at offset: Int, _ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = 0
      while filled < count {
        let got = pread(file, buffer.baseAddress.map { $0 + filled }, count - filled, off_t(offset + filled))
        guard got > 0 else { return }
        filled += got
      }
    }
  }

  /// - Parameter name: the file's name, for errors.
  package init(name: String, length: Int, read: Reader) throws(SpinetError) {
    do throws(ReadingProblem) {
      presets = try Self.presets(length: length, read)
    } catch {
      throw Self.error(name, error.why)
    }
  }

  private static func error(_ name: String, _ why: String) -> SpinetError {
    SpinetError(.fileInvalid, what: name, why: why, remedy: "give a SoundFont: a whole .sf2 or .sf3 file")
  }

  private static func presets(length: Int, _ read: Reader) throws(ReadingProblem) -> SoundFontPresets {
    let head = read(0, 12)
    guard head.count == 12, word(head, 0) == "RIFF", word(head, 8) == "sfbk" else {
      throw ReadingProblem("it is not a SoundFont")
    }
    // The length has 32 bits, so it is wrong in files of more than 4 GiB. In all other files it must be right.
    let end = 8 + Int(number(head, 4))
    guard end >= 12, end <= length else { throw .truncated }
    var lists: [String: Range<Int>] = [:]
    for chunk in try chunks(in: 12..<end, read) where chunk.name == "LIST" {
      let name = word(read(chunk.bytes.lowerBound, 4), 0)
      guard chunk.bytes.count >= 4, lists[name] == nil else { throw ReadingProblem("its chunks are broken") }
      lists[name] = chunk.bytes.dropFirst(4)
    }
    guard let info = lists["INFO"], let samples = lists["sdta"], let tables = lists["pdta"] else {
      throw ReadingProblem("a part of the file is missing")
    }
    try checkVersion(chunks(in: info, read), read)
    _ = try chunks(in: samples, read)
    guard tables.count <= mostTableBytes else { throw ReadingProblem("its tables are longer than 64 MiB") }
    return try SoundFontTables(chunks(in: tables, read), read).presets()
  }

  private static let mostTableBytes = 64 << 20

  private static func checkVersion(_ info: [Chunk], _ read: Reader) throws(ReadingProblem) {
    guard let version = info.first(where: { $0.name == "ifil" }), version.bytes.count == 4 else {
      throw ReadingProblem("it does not say its version")
    }
    let major = UInt16(littleEndian: read(version.bytes.lowerBound, 2))
    guard major == 2 || major == 3 else {
      throw ReadingProblem("it is version \(major) of the format, not 2 or 3")
    }
  }

  struct Chunk {
    let name: String
    let bytes: Range<Int>
  }

  /// The chunks in a range of the file, which follow each other and fill the range.
  ///
  /// A chunk of odd length should be followed by a byte without a meaning. Some programs leave that byte out, so the next
  /// chunk may begin at once: where four letters stand, which the byte, a zero, does not allow.
  private static func chunks(in range: Range<Int>, _ read: Reader) throws(ReadingProblem) -> [Chunk] {
    var chunks: [Chunk] = []
    var position = range.lowerBound
    while position + 8 <= range.upperBound {
      let head = read(position, 8)
      guard head.count == 8 else { throw .truncated }
      let start = position + 8
      let count = Int(number(head, 4))
      guard count <= range.upperBound - start else { throw .truncated }
      guard chunks.count < mostChunks else { throw ReadingProblem("its chunks are broken") }
      chunks.append(Chunk(name: word(head, 0), bytes: start..<start + count))
      position = start + count
      if count & 1 == 1, !isName(read(position, 4)) { position += 1 }
    }
    return chunks
  }

  private static let mostChunks = 64

  private static func isName(_ bytes: [UInt8]) -> Bool {
    bytes.count == 4 && bytes.allSatisfy { (0x20...0x7E).contains($0) }
  }

  private static func word(_ bytes: [UInt8], _ offset: Int) -> String {
    String(decoding: bytes.dropFirst(offset).prefix(4), as: UTF8.self)
  }

  private static func number(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
    bytes.dropFirst(offset).prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
}

extension UInt16 {
  /// The number in the first two bytes.
  init(littleEndian bytes: some Collection<UInt8>) {
    self = bytes.prefix(2).reversed().reduce(0) { $0 << 8 | UInt16($1) }
  }
}

extension ReadingProblem {
  static let truncated = ReadingProblem("the file is truncated; download it again")
}
