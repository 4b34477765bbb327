import Foundation
import SpinetFaceInput
import Testing

@testable import SpinetFace

@Suite struct DetectorTests {
  /// A white square on black.
  private static func square(side: Int, x: Int, y: Int) throws -> GrayFrame {
    let pixels = (0..<160 * 120).map { index -> UInt8 in
      (x..<x + side).contains(index % 160) && (y..<y + side).contains(index / 160) ? 255 : 0
    }
    return try #require(GrayFrame(width: 160, height: 120, pixels: pixels))
  }

  @Test(arguments: [(8, 60, 40), (16, 40, 30), (30, 100, 60)])
  func `A window of any size is found around what the cascade asks for`(side: Int, x: Int, y: Int) throws {
    var detector = FaceDetector(try CascadeText.cascade(), neighbours: 0)
    let faces = detector.faces(in: try Self.square(side: side, x: x, y: y))
    #expect(
      faces.contains { face in
        abs(face.x + face.width / 2 - Double(x) - Double(side) / 2) < Double(side)
          && abs(face.y + face.height / 2 - Double(y) - Double(side) / 2) < Double(side)
      })
  }

  @Test func `A flat frame and a frame smaller than the window have no face`() throws {
    var detector = FaceDetector(try CascadeText.cascade(), neighbours: 0)
    for (width, height) in [(100, 100), (23, 100), (100, 23), (1, 1)] {
      let frame = try #require(
        GrayFrame(
          width: width, height: height, pixels: Array(repeating: 99, count: width * height)))
      #expect(detector.faces(in: frame) == [])
    }
  }

  @Test(.timeLimit(.minutes(1))) func `A cascade that takes everything for a face comes to an end`() throws {
    let text = CascadeText.text { $0 == "stageThreshold" ? "-5" : nil }
    var detector = FaceDetector(try LBPCascade(bytes: Array(text.utf8), file: "all.xml"))
    #expect(!detector.faces(in: try Self.square(side: 8, x: 60, y: 40)).isEmpty)
  }

  @Test(arguments: [(0, 5, nil), (5, 0, nil), (2, 3, nil), (3, 2, 6), (8193, 1, nil)] as [(Int, Int, Int?)])
  func `A frame has as many pixels as its sides say`(width: Int, height: Int, count: Int?) {
    let pixels = Array(repeating: UInt8(0), count: count ?? 7)
    #expect((GrayFrame(width: width, height: height, pixels: pixels) != nil) == (count != nil))
  }

  @Test func `A sum of pixels comes from four corners`() {
    var image = IntegralImage()
    let pixels: [UInt8] = [1, 2, 3, 4, 5, 6]
    image.fill(from: pixels.span, width: 3, height: 2)
    #expect(Array(image.sums.prefix(12)) == [0, 0, 0, 0, 0, 1, 3, 6, 0, 5, 12, 21])
  }

  @Test func `A frame made smaller keeps its brightness and its ramps`() throws {
    let frame = try #require(
      GrayFrame(width: 100, height: 50, pixels: (0..<5000).map { UInt8($0 % 100 * 2) }))
    var scaled = ScaledFrame()
    scaled.fill(from: frame, width: 40, height: 20)
    for column in 1..<39 {
      #expect(abs(Double(scaled.pixels[10 * 40 + column]) - (Double(column) * 5 + 4) + 0.5) <= 1.5)
    }
  }

  // MARK: Grouping, by the rules of OpenCV

  private static func area(_ x: Int, _ y: Int, _ side: Int) -> PixelArea {
    PixelArea(x: x, y: y, width: side, height: side)
  }

  @Test func `Windows that agree are one face with their mean`() {
    let windows = [
      Self.area(10, 10, 50), Self.area(12, 10, 50), Self.area(14, 13, 52), Self.area(12, 11, 48),
    ]
    let faces = WindowGroups(windows, neighbours: 3).faces
    #expect(faces == [FaceArea(x: 12, y: 11, width: 50, height: 50)])
  }

  @Test func `Windows agree also by way of others between them`() {
    let windows = [Self.area(0, 0, 50), Self.area(8, 0, 50), Self.area(16, 0, 50), Self.area(24, 0, 50)]
    #expect(WindowGroups(windows, neighbours: 3).faces == [FaceArea(x: 12, y: 0, width: 50, height: 50)])
  }

  @Test func `Three windows are too few, and none are needed without a limit`() {
    let windows = Array(repeating: Self.area(10, 10, 50), count: 3)
    #expect(WindowGroups(windows, neighbours: 3).faces == [])
    #expect(WindowGroups(windows, neighbours: 0).faces.count == 1)
  }

  @Test func `A weaker face inside a stronger one is left out`() {
    let outer = Array(repeating: Self.area(0, 0, 100), count: 6)
    let inner = Array(repeating: Self.area(30, 30, 40), count: 4)
    #expect(WindowGroups(outer + inner, neighbours: 3).faces.map(\.width) == [100])
    #expect(WindowGroups(outer + inner + inner, neighbours: 3).faces.count == 2)
  }

  // MARK: With a trained cascade, where Debian's opencv-data is installed

  static let hasCascade = FileManager.default.fileExists(atPath: LBPCascade.usualFile)

  private static func trained() throws -> FaceDetector {
    let bytes = try Data(contentsOf: URL(filePath: LBPCascade.usualFile))
    return FaceDetector(try LBPCascade(bytes: Array(bytes), file: LBPCascade.usualFile))
  }

  @Test(
    .enabled(if: hasCascade),
    arguments: [(0.3, 0.4, 0.35), (0.5, 0.5, 0.6), (0.6, 0.5, 0.8), (0.7, 0.6, 0.45)])
  func `A trained cascade finds the synthetic face, and nothing else`(x: Double, y: Double, size: Double)
    throws
  {
    var detector = try Self.trained()
    let frame = try #require(SyntheticFace.frame(width: 320, height: 240, x: x, y: y, size: size))
    let faces = detector.faces(in: frame)
    #expect(faces.count == 1)
    let face = try #require(faces.first)
    #expect(abs(face.x + face.width / 2 - 320 * x) < 10 && abs(face.y + face.height / 2 - 240 * y) < 16)
    #expect((0.7...1.4).contains(face.width / (size * 240)))
  }

  @Test(.enabled(if: hasCascade)) func `A trained cascade finds no face in black, white, ramps and noise`()
    throws
  {
    var detector = try Self.trained()
    let frames: [(Int) -> UInt8] = [
      { _ in 0 }, { _ in 255 }, { UInt8($0 % 320 * 255 / 320) },
      { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) },
    ]
    for pixel in frames {
      let frame = try #require(GrayFrame(width: 320, height: 240, pixels: (0..<76_800).map(pixel)))
      #expect(detector.faces(in: frame) == [])
    }
  }
}
