import SpinetFace

/// A frame of a page's camera: width and height with two bytes each, big-endian, then the brightness of each pixel,
/// row by row from the top left. It fits into a message of 64 KB.
package struct PageFrame: Hashable, Sendable {
  package let frame: GrayFrame

  /// Nil if the number of pixels does not match the sides.
  package init?(_ bytes: some Collection<UInt8>) {
    let head = bytes.prefix(4).map(Int.init)
    guard head.count == 4,
      let frame = GrayFrame(
        width: head[0] << 8 | head[1], height: head[2] << 8 | head[3], pixels: Array(bytes.dropFirst(4)))
    else { return nil }
    self.frame = frame
  }
}
