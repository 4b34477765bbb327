import SpinetTime
import Testing

struct TapTempoTests {
  /// The tempo after the last tap.
  private func tempo(of seconds: [Double]) -> Double? {
    var taps = TapTempo()
    var tempo: Tempo?
    for second in seconds { tempo = taps.tap(at: UInt64(second * 1e9)) }
    return tempo?.quartersPerMinute
  }

  @Test func `Two taps make a tempo, more make it exact`() {
    #expect(tempo(of: [1]) == nil)
    #expect(tempo(of: [1, 1.5]) == 120)
    #expect(tempo(of: [1, 1.52, 1.98, 2.5]) == 120)
  }

  @Test func `A pause begins anew, another pace too`() {
    #expect(tempo(of: [1, 1.5, 2, 6]) == nil)
    #expect(tempo(of: [1, 1.5, 2, 6, 7]) == 60)
    #expect(tempo(of: [1, 1.5, 2, 3]) == 60)
  }

  @Test func `A tap that bounces is none, and time that runs back begins anew`() {
    var taps = TapTempo()
    #expect(taps.tap(at: 1_000_000_000) == nil)
    #expect(taps.tap(at: 1_020_000_000) == nil)
    #expect(taps.tap(at: 1_500_000_000) == Tempo(120))
    #expect(taps.tap(at: 0) == nil)
    #expect(taps.tap(at: .max) == nil)
  }

  @Test func `Only the last taps count`() {
    let taps = (0..<20).map { Double($0) * 0.5 } + (1...8).map { 9.5 + Double($0) * 0.55 }
    #expect(abs((tempo(of: taps) ?? 0) - 60 / 0.55) < 0.01)
  }
}
