import Foundation

/// Reads back what was recorded: AIFF or WAV of 24 bits, the left channel.
struct AudioTake {
  func read(_ path: String) throws -> [Float] {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let isWAV = bytes.starts(with: Array("RIFF".utf8))
    let name = Array((isWAV ? "data" : "SSND").utf8)
    guard let chunk = (0..<(bytes.count - 4)).first(where: { Array(bytes[$0..<($0 + 4)]) == name }) else {
      return []
    }
    // After the name come a size and, in AIFF, an offset and a block size.
    let start = chunk + (isWAV ? 8 : 16)
    return stride(from: start, to: bytes.count - 5, by: 6).map { place in
      let three = isWAV ? [place + 2, place + 1, place] : [place, place + 1, place + 2]
      let value = three.reduce(Int32(0)) { $0 << 8 | Int32(bytes[$1]) }
      return Float((value << 8) >> 8) / 8_388_608
    }
  }
}
