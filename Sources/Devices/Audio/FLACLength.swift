import CSndfile
import Glibc
import SpinetText
import SystemPackage

/// The number of frames in the header of a FLAC: 36 bits from the middle of byte 21 on (RFC 9639, section 8.2).
enum FLACLength {
  private static let byteOffset: off_t = 21

  /// Nil if the file cannot be read; 0 if the header does not contain the length.
  static func frames(of path: FilePath) -> Int? {
    withFile(path, O_RDONLY) { file in
      var bytes = [UInt8](repeating: 0, count: 5)
      guard pread(file, &bytes, 5, byteOffset) == 5 else { return nil }
      return bytes.reduce(0) { $0 << 8 | Int($1) } & 0xF_FFFF_FFFF
    } ?? nil
  }

  /// Decodes the whole file, because nothing else tells how many frames it has.
  static func countFrames(of path: FilePath) -> Int {
    var info = SF_INFO()
    guard let file = sf_open(path.string, Int32(SFM_READ), &info) else { return 0 }
    defer { sf_close(file) }
    var samples = [Float](repeating: 0, count: 8192)
    var count = 0
    while case let read = Int(sf_readf_float(file, &samples, 4096)), read > 0 { count += read }
    return count
  }

  static func write(_ frames: Int, to path: FilePath) -> Bool {
    withFile(path, O_RDWR) { file in
      var bytes = (0..<5).map { UInt8(truncatingIfNeeded: frames >> (32 - 8 * $0)) }
      var first: UInt8 = 0
      guard pread(file, &first, 1, byteOffset) == 1 else { return false }
      // The upper four bits belong to the number of bits per sample.
      bytes[0] = first & 0xF0 | bytes[0] & 0x0F
      return pwrite(file, &bytes, 5, byteOffset) == 5
    } ?? false
  }

  private static func withFile<Answer>(_ path: FilePath, _ mode: Int32, _ body: (Int32) -> Answer) -> Answer?
  {
    let file = Glibc.open(path.string, mode)
    guard file >= 0 else { return nil }
    defer { close(file) }
    return body(file)
  }
}
