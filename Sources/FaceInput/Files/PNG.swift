import SpinetFace
import SpinetText

/// Writes PNG files, which most programs can read.
enum PNG {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// The pixels are not compressed. The files are large, but no compressor is needed.
  static func bytes(of picture: FacePicture) -> [UInt8] {
    var rows: [UInt8] = []
    for row in 0..<picture.height {
      rows.append(0)
      rows += picture.bytes[row * picture.width * 3..<(row + 1) * picture.width * 3]
    }
    let header = number(picture.width) + number(picture.height) + [8, 2, 0, 0, 0]
    return signature + chunk("IHDR", header) + chunk("IDAT", stored(rows)) + chunk("IEND", [])
  }

  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var packed: [UInt8] = [0x78, 0x01]
    for start in stride(from: 0, to: bytes.count, by: 65535) {
      let block = bytes[start..<min(start + 65535, bytes.count)]
      let (low, high) = (UInt8(block.count & 255), UInt8(block.count >> 8))
      packed += [start + block.count == bytes.count ? 1 : 0, low, high, ~low, ~high]
      packed += block
    }
    var (one, two) = (1, 0)
    for byte in bytes {
      one = (one + Int(byte)) % 65521
      two = (two + one) % 65521
    }
    return packed + number(two << 16 | one)
  }

  private static func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    let content = Array(name.utf8) + bytes
    return number(bytes.count) + content + number(Int(~remainder(content)))
  }

  /// CRC-32.
  private static func remainder(_ bytes: [UInt8]) -> UInt32 {
    bytes.reduce(0xFFFF_FFFF) { $0 >> 8 ^ table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] }
  }

  private static let table: [UInt32] = (0..<256).map { index in
    var value = UInt32(index)
    for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    return value
  }

  private static func number(_ value: Int) -> [UInt8] {
    [value >> 24, value >> 16, value >> 8, value].map { UInt8(truncatingIfNeeded: $0) }
  }
}
