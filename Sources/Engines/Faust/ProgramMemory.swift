import Glibc
import SpinetRealtime
import SystemPackage

/// The memory that programs may use.
package struct ProgramMemory: Sendable {
  /// In bytes.
  let limit: Int

  private static let usual = 1 << 30
  /// In bytes. A program that needs more is reported.
  private static let large = 200 << 20

  /// - Parameter environment: `SPINET_PROGRAM_MEMORY` is the limit, `1G` by default; `M` and `G` are powers of 1024.
  init(environment: [String: String]) throws(SpinetError) {
    limit = try Self.size("SPINET_PROGRAM_MEMORY", in: environment) ?? Self.usual
  }

  /// A size in a variable of the environment, in bytes; nil if it is empty.
  static func size(_ variable: String, in environment: [String: String]) throws(SpinetError) -> Int? {
    guard let text = environment[variable], !text.isEmpty else { return nil }
    guard let bytes = bytes(text) else {
      throw SpinetError(
        .wrongValue, what: "\(variable) '\(text)'", why: "it is not a size",
        remedy: "give a size above 0, such as 500M or 4G")
    }
    return bytes
  }

  private static func bytes(_ text: String) -> Int? {
    let units: [Character: Double] = ["M": 1_048_576, "G": 1_073_741_824]
    let unit = text.last.flatMap { units[Character($0.uppercased())] }
    guard let number = Double(unit == nil ? text : String(text.dropLast())), number > 0 else { return nil }
    return Int(exactly: (number * (unit ?? 1)).rounded())
  }

  /// - Throws: if a program needs more than the limit.
  func check(_ bytes: Int, for path: FilePath) throws(SpinetError) {
    guard bytes > limit else { return }
    throw SpinetError(
      .limitReached, what: path.string,
      why: "it asks for \(Self.shown(bytes)) of memory, and \(Self.shown(limit)) is allowed",
      remedy: "make it smaller, or allow more: SPINET_PROGRAM_MEMORY=\(2 * bytes >> 30 + 1)G")
  }

  /// A line about a program that needs much memory; empty for others.
  func notes(_ bytes: Int, of name: String) -> [String] {
    bytes < Self.large ? [] : ["\(name): it uses \(Self.shown(bytes)) of memory"]
  }

  static func shown(_ bytes: Int) -> String {
    let megabytes = Double(bytes) / 1_048_576
    return megabytes < 1000 ? "\(Int(megabytes.rounded())) MB" : "\((megabytes / 102.4).rounded() / 10) GB"
  }

  private static func head(ofFileAt path: FilePath) -> [UInt8] {
    let file = open(path.string, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    return [UInt8](unsafeUninitializedCapacity: 4096) { bytes, count in
      count = max(0, read(file, bytes.baseAddress, bytes.count))
    }
  }

  /// The bytes that the variables of a shared library need when it is loaded: a program's tables. 0 for other
  /// files.
  static func staticBytes(ofLibraryAt path: FilePath) -> Int {
    let head = head(ofFileAt: path)
    // The ELF header: where its program headers begin, how long each is, and their number.
    guard head.count >= 64, head.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2]) else { return 0 }
    let (start, size, count) = (head.number(at: 32, 8), head.number(at: 54, 2), head.number(at: 56, 2))
    return (0..<count).reduce(0) { sum, index in
      let entry = start &+ index &* size
      // A broken file may say anything.
      guard entry >= 0, entry <= head.count - 48, head.number(at: entry, 4) == 1 else { return sum }
      return sum &+ head.number(at: entry + 40, 8)
    }
  }
}

extension [UInt8] {
  /// An unsigned little-endian number.
  fileprivate func number(at offset: Int, _ bytes: Int) -> Int {
    (0..<bytes).reversed().reduce(0) { $0 << 8 | Int(self[offset + $1]) }
  }
}
