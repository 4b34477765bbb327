import SpinetFace

/// What a page's camera sees: its width and its height, two bytes each with the higher first, then the brightness of each
/// pixel, row by row from the top left. It has room in a message of 64 KB.
package struct PageFrame: Hashable, Sendable {
  package let frame: GrayFrame

  /// Nil if the pixels are not as many as the sides say.
  package init?(_ bytes: some Collection<UInt8>) {
    let head = bytes.prefix(4).map(Int.init)
    guard head.count == 4,
      let frame = GrayFrame(
        width: head[0] << 8 | head[1], height: head[2] << 8 | head[3], pixels: Array(bytes.dropFirst(4)))
    else { return nil }
    self.frame = frame
  }
}
