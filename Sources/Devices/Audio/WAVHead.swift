/// The first bytes of a `.wav` of 24-bit samples, up to its first sample.
///
/// Its sizes have 32 bits. A file that is larger than that becomes an RF64: the room behind the first twelve bytes,
/// which readers pass over until then, gets sizes of 64 bits (EBU Tech 3306).
struct WAVHead {
  let channels: Int
  let framesPerSecond: Int
  let frames: Int

  static let byteCount = 80
  static let bytesPerSample = 3

  init(channels: Int, framesPerSecond: Int, frames: Int) {
    (self.channels, self.framesPerSecond, self.frames) = (channels, framesPerSecond, frames)
  }

  private var bytesPerFrame: Int { Self.bytesPerSample * channels }
  private var dataBytes: Int { frames * bytesPerFrame }
  /// The size that stands in the file: without its own eight bytes, and with the byte that makes the samples even.
  private var riffBytes: Int { Self.byteCount - 8 + dataBytes + dataBytes % 2 }

  /// Whether the sizes do not fit into 32 bits.
  var isRF64: Bool { riffBytes > Int(UInt32.max) }

  var bytes: [UInt8] {
    let whole = isRF64
    var bytes: [UInt8] = []
    func add(_ text: String) { bytes += Array(text.utf8) }
    func add<Number: FixedWidthInteger>(_ number: Number) {
      withUnsafeBytes(of: number.littleEndian) { bytes += Array($0) }
    }
    add(whole ? "RF64" : "RIFF")
    add(whole ? UInt32.max : UInt32(riffBytes))
    add("WAVE")
    add(whole ? "ds64" : "JUNK")
    add(UInt32(28))
    for size in whole ? [riffBytes, dataBytes, frames] : [0, 0, 0] { add(UInt64(size)) }
    add(UInt32(0))
    add("fmt ")
    add(UInt32(16))
    add(UInt16(1))
    add(UInt16(clamping: channels))
    add(UInt32(clamping: framesPerSecond))
    add(UInt32(clamping: framesPerSecond * bytesPerFrame))
    add(UInt16(clamping: bytesPerFrame))
    add(UInt16(8 * Self.bytesPerSample))
    add("data")
    add(whole ? UInt32.max : UInt32(dataBytes))
    return bytes
  }
}
