import SpinetWidgets
import Testing

@testable import SpinetFace

@Suite struct TrackingTests {
  /// A bright square at a place, which the cascade of one question takes for a face.
  private static func frame(x: Int, side: Int = 16, light: UInt8 = 255) throws -> GrayFrame {
    let pixels = (0..<160 * 120).map { index -> UInt8 in
      (x..<x + side).contains(index % 160) && (40..<40 + side).contains(index / 160) ? light : 0
    }
    return try #require(GrayFrame(width: 160, height: 120, pixels: pixels))
  }

  private static func values(_ moves: [FaceTracking.Move]) -> [FaceWidget: Double] {
    Dictionary(uniqueKeysWithValues: moves.map { ($0.widget, $0.value) })
  }

  @Test func `Its readings are those that mappings name`() {
    let names = SensorReading.allCases.map(\.rawValue).filter { $0.hasPrefix("face.") }
    #expect(FaceWidget.readings.map(\.name) == names)
  }

  @Test func `Before a face was looked for there is none, and where it is has no value`() {
    let present = FaceWidget.present.makeWidget()
    #expect(present.value == 0 && present.stamp > 0)
    #expect(FaceWidget.x.makeWidget().stamp == 0)
  }

  @Test func `A face moves all readings, and one that stays moves none`() throws {
    var tracking = FaceTracking(try CascadeText.cascade())
    let moves = Self.values(tracking.moves(for: try Self.frame(x: 60), at: 0, smooths: false))
    #expect(Set(moves.keys) == Set(FaceWidget.readings) && moves[.present] == 1)
    #expect(abs((moves[.x] ?? 0) - 68.0 / 160) < 0.06 && abs((moves[.y] ?? 0) - 48.0 / 120) < 0.06)
    #expect((moves[.region5] ?? 0) > (moves[.region1] ?? 1))
    #expect(tracking.moves(for: try Self.frame(x: 60), at: 0.04, smooths: false) == [])
  }

  @Test func `Without a face only that it is gone is told`() throws {
    var tracking = FaceTracking(try CascadeText.cascade())
    _ = tracking.moves(for: try Self.frame(x: 60), at: 0, smooths: true)
    let gone = tracking.moves(for: try Self.frame(x: 60, light: 0), at: 0.04, smooths: true)
    #expect(gone == [FaceTracking.Move(widget: .present, value: 0)])
  }

  @Test func `Without frames the face is gone, and is told anew when they come again`() throws {
    var tracking = FaceTracking(try CascadeText.cascade())
    _ = tracking.moves(for: try Self.frame(x: 60), at: 0, smooths: true)
    #expect(tracking.movesWithoutFrames() == [FaceTracking.Move(widget: .present, value: 0)])
    #expect(tracking.movesWithoutFrames() == [] && tracking.seen == nil)
    let again = Self.values(tracking.moves(for: try Self.frame(x: 60), at: 9, smooths: true))
    #expect(again == [.present: 1])
  }

  @Test func `What is seen is the face within the frame that was looked at`() throws {
    var tracking = FaceTracking(try CascadeText.cascade())
    _ = tracking.moves(for: try Self.frame(x: 60), at: 0, smooths: false)
    let seen = try #require(tracking.seen)
    let cut = try #require(seen.frame.cut(seen.face))
    #expect(abs(Double(cut.width) - seen.face.width) <= 1 && cut.pixels.contains(255))
    #expect(seen.frame.cut(FaceArea(x: 500, y: 0, width: 9, height: 9)) == nil)
    _ = tracking.moves(for: try Self.frame(x: 60, light: 0), at: 0.1, smooths: false)
    #expect(tracking.seen == nil)
  }

  @Test func `A wide frame is made smaller before a face is looked for, and places stay the same`() throws {
    let wide = try #require(SyntheticFace.frame(width: 1280, height: 720))
    #expect(wide.shrunk(to: 320).width == 320 && wide.shrunk(to: 320).height == 180)
    let small = try #require(SyntheticFace.frame(width: 64, height: 48))
    #expect(small.shrunk(to: 320) == small)
  }

  @Test(arguments: [(320, 240), (160, 120), (640, 480), (1280, 960)])
  func `A face has the same place and size in frames of any size`(width: Int, height: Int) throws {
    // A square of a tenth of the width, a third of the width from the left.
    let (left, top, side) = (width / 3, height / 3, width / 10)
    let pixels = (0..<width * height).map { index -> UInt8 in
      (left..<left + side).contains(index % width) && (top..<top + side).contains(index / width) ? 255 : 0
    }
    var tracking = FaceTracking(try CascadeText.cascade())
    let frame = try #require(GrayFrame(width: width, height: height, pixels: pixels))
    let moves = Self.values(tracking.moves(for: frame, at: 0, smooths: false))
    #expect(abs((moves[.x] ?? 0) - (1.0 / 3 + 0.05)) < 0.03)
    #expect(abs((moves[.y] ?? 0) - (1.0 / 3 + 0.05 * Double(width) / Double(height))) < 0.04)
  }
}
