import Foundation
import SpinetSurface
import Testing

@Suite struct HalfRateTests {
  private func sine(_ turns: Double, _ count: Int) -> [Float] {
    (0..<count).map { Float(sin(2 * .pi * turns * Double($0))) }
  }

  private func peak(_ sound: some Sequence<Float>) -> Float { sound.map { abs($0) }.max() ?? 0 }

  @Test(arguments: [0.001, 0.05, 0.19]) func `What is below a quarter of the rate stays`(turns: Double) {
    var half = HalfRate()
    let sound = half.take(sine(turns, 8_000))
    #expect(abs(peak(sound.dropFirst(100)) - 1) < 0.02)
  }

  @Test(arguments: [0.3, 0.4, 0.5]) func `What is above it does not fold down`(turns: Double) {
    var half = HalfRate()
    #expect(peak(half.take(sine(turns, 8_000)).dropFirst(100)) < 0.01)
  }

  @Test func `Pieces of any length make the same sound`() {
    let sound = sine(0.031, 1_000)
    var whole = HalfRate()
    var pieces = HalfRate()
    var joined: [Float] = []
    var first = 0
    for length in [1, 7, 0, 64, 3, 128, 797] {
      joined += pieces.take(Array(sound[first..<first + length]))
      first += length
    }
    #expect(joined == whole.take(sound))
    #expect(joined.count == 500)
  }
}
