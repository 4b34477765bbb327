import Foundation

/// Reads back what was recorded: AIFF or WAV of 24 bits, the first channel.
struct AudioTake {
  func read(_ path: String) throws -> [Float] {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let isWAV = bytes.starts(with: Array("RIFF".utf8))
    func place(of name: String) -> Int? {
      let name = Array(name.utf8)
      return (0..<(bytes.count - 4)).first { Array(bytes[$0..<($0 + 4)]) == name }
    }
    guard let chunk = place(of: isWAV ? "data" : "SSND"), let format = place(of: isWAV ? "fmt " : "COMM")
    else { return [] }
    let channels = Int(bytes[format + (isWAV ? 10 : 9)])
    // After the name come a size and, in AIFF, an offset and a block size.
    let start = chunk + (isWAV ? 8 : 16)
    return stride(from: start, to: bytes.count - 2, by: 3 * channels).map { place in
      let three = isWAV ? [place + 2, place + 1, place] : [place, place + 1, place + 2]
      let value = three.reduce(Int32(0)) { $0 << 8 | Int32(bytes[$1]) }
      return Float((value << 8) >> 8) / 8_388_608
    }
  }
}
