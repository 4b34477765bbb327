import Testing

@testable import SpinetTime

struct BarsTests {
  private static let waltz = Meter(beats: 3, unit: 4)
  private static let eighths = Meter(beats: 6, unit: 8)

  @Test func `Without a meter a bar has four quarter notes, also before the beginning`() {
    let bars = Bars.common
    #expect(bars.position(ofBar: 1) == .zero)
    #expect(bars.position(ofBar: 3) == .quarter * 8)
    #expect(bars.bar(at: .quarter * 7) == 2)
    #expect(bars.bar(at: .quarter * -1) == 0)
    #expect(bars.beat(notBefore: .quarter * -4).isFirst)
    #expect(!bars.beat(notBefore: .quarter * -3).isFirst)
  }

  @Test func `Meters change at their bars`() {
    let bars = Bars([
      (.zero, Self.waltz), (.quarter * 6, .common), (.quarter * 14, Self.eighths),
    ])
    #expect((1...6).map { bars.position(ofBar: $0).quarters } == [0, 3, 6, 10, 14, 17])
    #expect((0..<16).map { bars.bar(at: .quarter * $0) } == [1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5])
    #expect(bars.meter(at: .quarter * 5) == Self.waltz)
  }

  @Test func `Beats are found from any position`() {
    let bars = Bars([(.zero, Self.waltz), (.quarter * 6, Self.eighths)])
    var position = Ticks.zero
    var beats: [Bars.Beat] = []
    for _ in 0..<13 {
      let beat = bars.beat(notBefore: position)
      beats.append(beat)
      position = beat.position + Ticks(1)
    }
    let quarters: [Double] = [0, 1, 2, 3, 4, 5, 6, 6.5, 7, 7.5, 8, 8.5, 9]
    #expect(beats.map(\.position.quarters) == quarters)
    #expect(
      beats.map(\.isFirst) == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map { [0, 3, 6, 12].contains($0) })
  }

  @Test func `A meter in the middle of a bar begins another one`() {
    let bars = Bars([(.quarter * 2, Self.waltz)])
    #expect(bars.position(ofBar: 2) == .quarter * 2)
    #expect(bars.position(ofBar: 3) == .quarter * 5)
    #expect(bars.beat(notBefore: .quarter * 1.5).position == .quarter * 2)
  }

  @Test func `Numbers that make no sense are limited`() {
    #expect(Meter(beats: 0, unit: 0) == Meter(beats: 1, unit: 1))
    #expect(Meter(beats: 200, unit: 7) == Meter(beats: 64, unit: 4))
    #expect(Bars([(.quarter * -5, Self.waltz)]).position(ofBar: 2) == .quarter * 3)
  }
}
