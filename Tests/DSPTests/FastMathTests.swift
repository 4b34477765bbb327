import Foundation
import SpinetDSP
import Testing

private func sweep(_ range: ClosedRange<Double>, _ body: (Float, Lanes) -> Void) {
  for step in 0...20_000 {
    let x = Float(range.lowerBound + (range.upperBound - range.lowerBound) * Double(step) / 20_000)
    body(x, Lanes(repeating: x))
  }
}

@Test func `The approximations are as exact as they say`() {
  var exp2Error = 0.0
  var sineError = 0.0
  sweep(-30...30) { x, lanes in
    let exact = Foundation.exp2(Double(x))
    exp2Error = max(exp2Error, abs(Double(FastMath.exp2(lanes)[5]) / exact - 1))
  }
  sweep(-2...2) { x, lanes in
    sineError = max(sineError, abs(Double(FastMath.sine(lanes)[2]) - sin(2 * .pi * Double(x))))
  }
  #expect(exp2Error < 3e-7)
  #expect(sineError < 1e-6)
}

@Test func `Saturation rises, and ends at 1`() {
  var last: Float = -2
  sweep(-10...10) { x, lanes in
    let y = FastMath.saturate(lanes)[0]
    #expect(y >= last - 1e-6 && abs(y) <= 1.000_001)
    #expect(y == FastMath.saturate(x))
    last = y
  }
}

@Test func `Totals of four are those of each`() {
  var generator = SystemRandomNumberGenerator()
  for _ in 0..<1000 {
    let four = (0..<4).map { _ in Lanes((0..<8).map { _ in Float.random(in: -1...1, using: &generator) }) }
    let totals = Lanes.totals(four[0], four[1], four[2], four[3])
    #expect((0..<4).map { totals[$0] } == four.map(\.total))
  }
}
