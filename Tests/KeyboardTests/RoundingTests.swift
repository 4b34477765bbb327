import SpinetEngine
import Testing

@testable import SpinetKeyboard

struct RoundingTests {
  private func ticksUntilFree(_ distance: Double, limit: Int = 200) -> Int? {
    var detector = RoundingDetector()
    detector.begin()
    for tick in 1...limit {
      detector.move(by: distance)
      _ = detector.tick(RoundingDetector.Settings())
      if !detector.isRounded { return tick }
    }
    return nil
  }

  @Test(
    arguments: [
      (1.0, nil), (3, nil), (4, 14), (5, 9), (6, 7), (8, 5), (10, 4), (16, 2), (20, 2), (31, 1),
    ] as [(Double, Int?)])
  func `Ticks until the pitch is free`(distance: Double, ticks: Int?) {
    #expect(ticksUntilFree(distance) == ticks)
  }

  @Test func `After a fast move a slow one rounds one tick in five, and for good from about the fifteenth`() {
    var detector = RoundingDetector()
    var rounded: [Bool] = []
    for tick in 0..<40 {
      detector.move(by: tick < 10 ? 20 : 0.2)
      _ = detector.tick(RoundingDetector.Settings())
      if tick >= 10 { rounded.append(detector.isRounded) }
    }
    #expect(rounded.prefix(12).count { $0 } == 2)
    #expect(rounded.dropFirst(17).allSatisfy { $0 })
  }

  @Test func `A finger that stops dead is rounded, with its tick`() {
    var configuration = KeyboardConfiguration(.current)
    configuration.roundingMode = .rounded
    var rig = KeyboardRig(configuration)
    rig.down(0, 100, 10)
    for step in 1...4 {
      rig.now = Double(step) * 60
      rig.move(0, 100 + Double(step) * 12, 10)
    }
    let reference = rig.answer { $0.keyboard.advance(to: 540, into: &$0.events) }
    #expect(reference.values(.bend).isEmpty)
    let stopped = rig.answer { $0.keyboard.advance(to: 1000, into: &$0.events) }
    #expect(stopped.values(.bend) == [1])
    #expect(rig.answer { $0.keyboard.advance(to: 9000, into: &$0.events) }.isEmpty)
  }
}
