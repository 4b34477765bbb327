import SpinetWidgets
import Testing

@testable import SpinetFace

@Suite struct FollowerTests {
  private static func area(_ x: Double, _ side: Double) -> FaceArea {
    FaceArea(x: x, y: 10, width: side, height: side)
  }

  @Test func `An average of nothing is nothing`() {
    var average = RunningAverage()
    #expect(average.mean(at: 0) == nil)
    average.add(4, at: 0)
    average.add(.nan, at: 0)
    #expect(average.mean(at: 0.5) == 4 && average.mean(at: 0.51) == nil)
    average.removeAll()
    #expect(average.mean(at: 0) == nil)
  }

  @Test func `An average is that of the last four values`() {
    var average = RunningAverage()
    for value in 1...6 { average.add(Double(value), at: Double(value) / 100) }
    #expect(average.mean(at: 0.06) == 4.5)
  }

  @Test func `An average forgets values after half a second`() {
    var average = RunningAverage()
    average.add(10, at: 0)
    average.add(20, at: 0.3)
    #expect(average.mean(at: 0.3) == 15 && average.mean(at: 0.6) == 20)
  }

  @Test func `The largest face is followed first, and stays followed beside a larger one`() {
    var follower = FaceFollower()
    follower.smooths = false
    #expect(follower.follow([Self.area(0, 20), Self.area(100, 50)], at: 0)?.x == 100)
    #expect(follower.follow([Self.area(200, 90), Self.area(105, 50)], at: 0.03)?.x == 105)
    #expect(follower.follow([Self.area(200, 90)], at: 0.06)?.x == 200)
  }

  @Test func `Without a face nothing is followed, and the next one is the largest`() {
    var follower = FaceFollower()
    follower.smooths = false
    _ = follower.follow([Self.area(100, 50)], at: 0)
    #expect(follower.follow([], at: 0.03) == nil)
    #expect(follower.follow([Self.area(100, 50), Self.area(200, 60)], at: 0.06)?.x == 200)
  }

  @Test func `A followed face is averaged, and another one is not mixed with it`() {
    var follower = FaceFollower()
    _ = follower.follow([Self.area(100, 50)], at: 0)
    #expect(follower.follow([Self.area(104, 54)], at: 0.03) == FaceArea(x: 102, y: 10, width: 52, height: 52))
    #expect(follower.follow([Self.area(300, 50)], at: 0.06)?.x == 300)
  }

  @Test(arguments: [(0.0, 1.0), (25, 1.0 / 3), (50, 0), (60, 0)] as [(Double, Double)])
  func `Overlap is what two have in common`(distance: Double, overlap: Double) {
    #expect(abs(Self.area(0, 50).overlap(with: Self.area(distance, 50)) - overlap) < 1e-9)
  }

  @Test func `A reading tells the place, the size and the brightness of nine parts`() throws {
    // Each third of the face is brighter than the one before, row by row.
    let pixels = (0..<60 * 60).map { index -> UInt8 in
      let (column, row) = (index % 60 - 30, index / 60 - 15)
      guard (0..<30).contains(column), (0..<30).contains(row) else { return 0 }
      return UInt8((row / 10 * 3 + column / 10) * 25 + 25)
    }
    let frame = try #require(GrayFrame(width: 60, height: 60, pixels: pixels))
    let reading = FaceReading(FaceArea(x: 30, y: 15, width: 30, height: 30), in: frame)
    #expect(reading.x == 0.75 && reading.y == 0.5 && reading.size == 0.5)
    for (index, region) in reading.regions.enumerated() {
      #expect(abs(region - Double(index * 25 + 25) / 255) < 1e-9)
    }
    #expect(abs(reading.brightness - 125.0 / 255) < 1e-9)
  }

  @Test func `A face that reaches out of the frame has readings within their ranges`() throws {
    let frame = try #require(GrayFrame(width: 10, height: 10, pixels: Array(repeating: 255, count: 100)))
    for face in [Self.area(-300, 50), Self.area(300, 50), Self.area(-20, 500), Self.area(.nan, .infinity)] {
      let reading = FaceReading(face, in: frame)
      let all = [reading.x, reading.y, reading.size, reading.brightness] + reading.regions
      #expect(all.count == 13 && all.allSatisfy { (0...1).contains($0) })
    }
  }

  @Test func `Every widget has a sentence and a name of its own`() {
    let widgets = FaceWidget.allCases.map { $0.makeWidget() }
    #expect(Set(widgets.map(\.name)).count == 21 && widgets.allSatisfy { $0.name.hasPrefix("face.") })
    #expect(widgets.allSatisfy { $0.about.last == "." && $0.about.count > 10 })
    #expect(widgets[5].name == "face.region.1" && widgets[13].name == "face.region.9")
    #expect(FaceWidget.region9.about == "How bright the face is at the bottom right.")
    #expect(FaceWidget.readings.allSatisfy { $0.makeWidget().kind.isDisplay })
    #expect(FaceWidget.height.makeWidget().range == 0...0.75)
    #expect(FaceWidget.height.makeWidget().defaultValue == 0.5)
    #expect(FaceLighting.allCases[Int(FaceWidget.lighting.makeWidget().defaultValue)] == .harmonics)
    #expect(FaceWidget.resolutions[Int(FaceWidget.resolution.makeWidget().defaultValue)] == 128)
  }
}
