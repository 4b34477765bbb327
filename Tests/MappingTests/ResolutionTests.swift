import Testing

@testable import SpinetMapping

@Test(arguments: [
  Resolution.seven, .fourteen(sendsLSB: false), .fourteen(sendsLSB: true), .bend, .program(last: 4),
])
func `A value that is not a number is shown as 0, one too large as full scale`(resolution: Resolution) {
  #expect(resolution.raw(.nan, centred: false) == 0)
  #expect(resolution.raw(.nan, centred: true) == 0)
  #expect(resolution.raw(.infinity, centred: true) == resolution.fullScale)
}

@Test func `A sender of both halves has all 14 bits, each number with a position of its own`() {
  let fine = Resolution.fourteen(sendsLSB: true)
  for centred in [false, true] {
    let positions = (0...16383 as ClosedRange<UInt16>).map { fine.position($0, centred: centred) }
    #expect(positions.first == 0 && positions.last == 1)
    #expect(zip(positions, positions.dropFirst()).allSatisfy { $0 < $1 })
    #expect(positions.indices.allSatisfy { fine.raw(positions[$0], centred: centred) == UInt16($0) })
  }
  #expect(fine.position(8192, centred: true) == 0.5)
}

@Test func `A sender of the MSB alone has the positions of its seven bits`() {
  let coarse = Resolution.fourteen(sendsLSB: false)
  for centred in [false, true] {
    for value in 0...127 as ClosedRange<UInt16> {
      #expect(
        coarse.position(value << 7, centred: centred) == Resolution.seven.position(value, centred: centred))
    }
  }
}
