import SpinetWidgets
import Testing

private let curves: [Curve] = [
  .linear, .logarithmic, .exponential, .sShaped,
  .points([.init(0, 0), .init(0.25, 0.6), .init(1, 1)]),
]

@Test(arguments: curves)
func `Both ends are exact, in either order`(curve: Curve) {
  for (start, end) in [(20.0, 20_000.0), (20_000, 20), (0.1, 0.3), (-3, -0.7)] {
    #expect(curve.value(at: 0, from: start, to: end) == start)
    #expect(curve.value(at: 1, from: start, to: end) == end)
    #expect(curve.position(of: start, from: start, to: end) == 0)
    #expect(curve.position(of: end, from: start, to: end) == 1)
  }
}

@Test(arguments: curves)
func `Position and value are each other's inverse`(curve: Curve) {
  for (start, end) in [(20.0, 20_000.0), (20_000, 20), (1, 1.5)] {
    for step in 0...100 {
      let position = Double(step) / 100
      let value = curve.value(at: position, from: start, to: end)
      #expect(abs(curve.position(of: value, from: start, to: end) - position) < 1e-9)
    }
  }
}

@Test(arguments: [
  (Curve.linear, 0.25, 0.25), (.exponential, 0.5, 0.25), (.sShaped, 0.5, 0.5), (.sShaped, 0.25, 0.15625),
  (.points([.init(0, 0), .init(0.5, 0.8), .init(1, 1)]), 0.25, 0.4),
])
func `A curve bends as it says`(curve: Curve, position: Double, value: Double) {
  #expect(abs(curve.value(at: position, in: 0...1) - value) < 1e-12)
}

@Test func `Equal turns of a logarithm are equal ratios`() {
  #expect(abs(Curve.logarithmic.value(at: 0.5, in: 20...20_000) - 632.4555320336759) < 1e-9)
  #expect(abs(Curve.logarithmic.position(of: 200, in: 20...20_000) - 1.0 / 3) < 1e-12)
}

@Test func `A logarithm through nothing is a line`() {
  #expect(Curve.logarithmic.value(at: 0.5, in: -1...1) == 0)
  #expect(Curve.logarithmic.position(of: 0, in: -1...1) == 0.5)
}

@Test(arguments: curves)
func `Outside the ends is the nearer end`(curve: Curve) {
  #expect(curve.value(at: -5, in: 1...2) == 1)
  #expect(curve.value(at: 5, in: 1...2) == 2)
  #expect(curve.position(of: 0, in: 1...2) == 0)
  #expect(curve.position(of: 9, in: 1...2) == 1)
  #expect(curve.position(of: 1, in: 1...1) == 0)
}

private let halves = Curve.points([.init(0, 0.25), .init(1, 0.75)])

@Test(arguments: [
  (Curve.points([.init(0, 1), .init(1, 0)]), [(0.0, 1.0), (0.25, 0.75), (1, 0)]),
  (halves, [(0, 0.25), (0.5, 0.5), (1, 0.75)]),
  (.points([.init(0.25, 0.5), .init(0.75, 1)]), [(0, 0.5), (0.25, 0.5), (0.5, 0.75), (0.75, 1), (1, 1)]),
])
func `Points count also where they do not reach the ends`(curve: Curve, places: [(Double, Double)]) {
  for (position, value) in places {
    #expect(curve.value(at: position, in: 0...1) == value)
    let back = curve.position(of: value, in: 0...1)
    #expect(back <= position && curve.value(at: back, in: 0...1) == value)
  }
}

@Test func `A value that points never reach is where they come nearest`() {
  #expect(halves.position(of: 0, in: 0...1) == 0)
  #expect(halves.position(of: 1, in: 0...1) == 1)
  #expect(Curve.points([.init(0, 1), .init(0.5, 0.5), .init(1, 0.75)]).position(of: 0, in: 0...1) == 0.5)
}

@Test(arguments: curves)
func `What is no number has a place all the same`(curve: Curve) {
  #expect((0...1).contains(curve.position(of: .nan, in: 0...1)))
  #expect((0...1).contains(curve.position(of: 1e300, from: 1e-300, to: 1e308)))
}
