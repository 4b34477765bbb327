import CCamera
import SpinetFace

/// Extracts the brightness from the formats that cameras send.
package enum CameraFrames {
  /// Every second byte of YUYV is a pixel's brightness. Nil for a frame that is too short.
  package static func yuyv(
    _ bytes: Span<UInt8>, width: Int, height: Int, stride: Int
  ) -> GrayFrame? {
    guard GrayFrame.sides.contains(width), GrayFrame.sides.contains(height) else { return nil }
    let stride = max(stride, width * 2)
    guard bytes.count >= stride * (height - 1) + width * 2 else { return nil }
    var pixels = [UInt8](repeating: 0, count: width * height)
    for row in 0..<height {
      for column in 0..<width { pixels[row * width + column] = bytes[row * stride + column * 2] }
    }
    return GrayFrame(width: width, height: height, pixels: pixels)
  }

  /// Nil for a damaged picture. Needs `hasJPEG`.
  package static func jpeg(_ bytes: Span<UInt8>) -> GrayFrame? {
    var (width, height): (Int32, Int32) = (0, 0)
    guard bytes.withUnsafeBufferPointer({ jpeg_sides($0.baseAddress, $0.count, &width, &height) }) == 1,
      GrayFrame.sides.contains(Int(width)), GrayFrame.sides.contains(Int(height)),
      Int(width) * Int(height) <= 1 << 24
    else { return nil }
    var pixels = [UInt8](repeating: 0, count: Int(width) * Int(height))
    let answer = bytes.withUnsafeBufferPointer {
      jpeg_gray($0.baseAddress, $0.count, width, height, &pixels)
    }
    guard answer == 1 else { return nil }
    return GrayFrame(width: Int(width), height: Int(height), pixels: pixels)
  }

  package static var hasJPEG: Bool { jpeg_load() == 1 }
}
