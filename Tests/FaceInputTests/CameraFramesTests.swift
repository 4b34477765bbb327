import Scratch
import SpinetFace
import SpinetRealtime
import Testing

@testable import SpinetFaceInput

@Suite struct CameraFramesTests {
  private func decoded(_ bytes: ArraySlice<UInt8>) -> GrayFrame? { CameraFrames.jpeg(bytes.span) }

  private static func yuyv(_ bytes: [UInt8], _ width: Int, _ height: Int, stride: Int = 0) -> GrayFrame? {
    CameraFrames.yuyv(bytes.span, width: width, height: height, stride: stride)
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
    #expect(decoded(bytes[...]) == nil)
  }

  @Test(.enabled(if: CameraFrames.hasJPEG)) func `A JPEG is a frame with its brightness`() throws {
    let frame = try #require(decoded(SmallJPEG.bytes[...]))
    #expect(frame.width == 16 && frame.height == 8)
    for (index, pixel) in frame.pixels.enumerated() {
      let expected = index / 16 < 4 ? 16 * (index % 16) : 255 - 16 * (index % 16)
      #expect(abs(Int(pixel) - expected) < 40, "pixel \(index)")
    }
  }

  @Test(.enabled(if: CameraFrames.hasJPEG)) func `A JPEG that ends too early is no frame`() {
    for count in stride(from: 0, to: 300, by: 30) {
      #expect(decoded(SmallJPEG.bytes.prefix(count)) == nil)
    }
  }

  /// A decoder belongs to its thread, and this test stays on one.
  @Test(.enabled(if: CameraFrames.hasJPEG)) func `After a JPEG that is spoilt the next one is read`() {
    for count in 1..<SmallJPEG.bytes.count {
      _ = decoded(SmallJPEG.bytes.prefix(count))
      #expect(decoded(SmallJPEG.bytes[...]) != nil, "after \(count) bytes")
    }
  }

  @Test func `A camera that is not there is told with a remedy`() {
    let error = #expect(throws: SpinetError.self) { try Camera(named: "no such camera") }
    #expect(error?.what == "camera no such camera" && error?.remedy.description.isEmpty == false)
    #expect(throws: SpinetError.self) { try Camera(named: "/dev/null") }
  }

  @Test func `The drawn face goes from side to side`() throws {
    let source = PacedFrames.synthetic()
    var frame: GrayFrame?
    for _ in 0..<10 where frame == nil { frame = source.next(within: 1) }
    #expect(frame?.width == 320 && frame?.height == 240)
  }

  @Test func `A frame that is not due yet is not handed out`() {
    let source = PacedFrames(framesPerSecond: 0.01) { _ in
      GrayFrame(width: 1, height: 1, pixels: [0])
    }
    #expect(source.next(within: 0) != nil && source.next(within: 0) == nil)
  }
}
