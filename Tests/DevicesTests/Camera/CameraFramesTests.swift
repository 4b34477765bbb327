import SpinetFace
import SpinetRealtime
import Testing

@testable import SpinetDevices

@Suite struct CameraFramesTests {
  private static func yuyv(_ bytes: [UInt8], _ width: Int, _ height: Int, stride: Int = 0) -> GrayFrame? {
    bytes.withUnsafeBufferPointer { CameraFrames.yuyv($0, width: width, height: height, stride: stride) }
  }

  @Test func `Every second byte of YUYV is a pixel's brightness`() {
    #expect(Self.yuyv([10, 128, 20, 128, 30, 128, 40, 128], 2, 2)?.pixels == [10, 20, 30, 40])
  }

  @Test func `Bytes between two rows are passed over`() {
    let bytes: [UInt8] = [10, 128, 20, 128, 9, 9, 30, 128, 40, 128]
    #expect(Self.yuyv(bytes, 2, 2, stride: 6)?.pixels == [10, 20, 30, 40])
  }

  @Test(arguments: [(7, 2, 2, 0), (0, 2, 2, 0), (8, 0, 2, 0), (8, 2, -1, 0), (8, 9999, 1, 0), (9, 2, 2, 6)])
  func `A frame that is too short or has no size is none`(count: Int, width: Int, height: Int, stride: Int) {
    #expect(Self.yuyv(Array(repeating: 1, count: count), width, height, stride: stride) == nil)
  }

  @Test(
    .enabled(if: CameraFrames.hasJPEG), arguments: [[], [0xFF], [0xFF, 0xD8, 0xFF, 0xE0, 0, 0]] as [[UInt8]])
  func `A JPEG that is spoilt is no frame`(bytes: [UInt8]) {
    #expect(bytes.withUnsafeBufferPointer { CameraFrames.jpeg($0) } == nil)
  }

  /// 16 by 8 pixels: brighter from left to right in the upper half, darker in the lower.
  private static let jpeg: [UInt8] = [
    255, 216, 255, 224, 0, 16, 74, 70, 73, 70, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0,
    255, 219, 0, 67, 0, 13, 9, 10, 11, 10, 8, 13, 11, 10, 11, 14, 14, 13, 15, 19,
    32, 21, 19, 18, 18, 19, 39, 28, 30, 23, 32, 46, 41, 49, 48, 46, 41, 45, 44, 51,
    58, 74, 62, 51, 54, 70, 55, 44, 45, 64, 87, 65, 70, 76, 78, 82, 83, 82, 50, 62,
    90, 97, 90, 80, 96, 74, 81, 82, 79, 255, 192, 0, 11, 8, 0, 8, 0, 16, 1, 1,
    17, 0, 255, 196, 0, 31, 0, 0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0,
    0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 255, 196, 0, 181, 16,
    0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 125, 1, 2, 3, 0,
    4, 17, 5, 18, 33, 49, 65, 6, 19, 81, 97, 7, 34, 113, 20, 50, 129, 145, 161, 8,
    35, 66, 177, 193, 21, 82, 209, 240, 36, 51, 98, 114, 130, 9, 10, 22, 23, 24, 25, 26,
    37, 38, 39, 40, 41, 42, 52, 53, 54, 55, 56, 57, 58, 67, 68, 69, 70, 71, 72, 73,
    74, 83, 84, 85, 86, 87, 88, 89, 90, 99, 100, 101, 102, 103, 104, 105, 106, 115, 116, 117,
    118, 119, 120, 121, 122, 131, 132, 133, 134, 135, 136, 137, 138, 146, 147, 148, 149, 150, 151, 152,
    153, 154, 162, 163, 164, 165, 166, 167, 168, 169, 170, 178, 179, 180, 181, 182, 183, 184, 185, 186,
    194, 195, 196, 197, 198, 199, 200, 201, 202, 210, 211, 212, 213, 214, 215, 216, 217, 218, 225, 226,
    227, 228, 229, 230, 231, 232, 233, 234, 241, 242, 243, 244, 245, 246, 247, 248, 249, 250, 255, 218,
    0, 8, 1, 1, 0, 0, 63, 0, 63, 225, 11, 254, 197, 255, 0, 152, 143, 159, 183, 254,
    152, 237, 255, 0, 217, 141, 31, 240, 148, 255, 0, 98, 255, 0, 203, 151, 159, 183, 254, 154,
    237, 254, 134, 191, 255, 217,
  ]

  @Test(.enabled(if: CameraFrames.hasJPEG)) func `A JPEG is a frame with its brightness`() throws {
    let frame = try #require(Self.jpeg.withUnsafeBufferPointer { CameraFrames.jpeg($0) })
    #expect(frame.width == 16 && frame.height == 8)
    for (index, pixel) in frame.pixels.enumerated() {
      let expected = index / 16 < 4 ? 16 * (index % 16) : 255 - 16 * (index % 16)
      #expect(abs(Int(pixel) - expected) < 40, "pixel \(index)")
    }
  }

  @Test(.enabled(if: CameraFrames.hasJPEG)) func `A JPEG that ends too early is no frame`() {
    for count in stride(from: 0, to: 300, by: 30) {
      #expect(Self.jpeg.prefix(count).withUnsafeBufferPointer { CameraFrames.jpeg($0) } == nil)
    }
  }

  /// A decoder belongs to its thread, and this test stays on one.
  @Test(.enabled(if: CameraFrames.hasJPEG)) func `After a JPEG that is spoilt the next one is read`() {
    for count in 1..<Self.jpeg.count {
      _ = Self.jpeg.prefix(count).withUnsafeBufferPointer { CameraFrames.jpeg($0) }
      #expect(Self.jpeg.withUnsafeBufferPointer { CameraFrames.jpeg($0) } != nil, "after \(count) bytes")
    }
  }

  @Test func `A camera that is not there is told with a remedy`() {
    let error = #expect(throws: SpinetError.self) { try Camera(named: "no such camera") }
    #expect(error?.what == "camera no such camera" && error?.remedy.isEmpty == false)
    #expect(throws: SpinetError.self) { try Camera(named: "/dev/null") }
  }

  @Test func `The drawn face goes from side to side`() throws {
    let source = PacedFrames.synthetic()
    var frame: GrayFrame?
    while frame == nil { frame = source.next(within: 1) }
    #expect(frame?.width == 320 && frame?.height == 240)
  }

  @Test func `A frame that is not due yet is not handed out`() {
    let source = PacedFrames(framesPerSecond: 0.01) { _ in
      GrayFrame(width: 1, height: 1, pixels: [0])
    }
    #expect(source.next(within: 0) != nil && source.next(within: 0) == nil)
  }
}
