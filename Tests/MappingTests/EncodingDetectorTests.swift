import Testing

@testable import SpinetMapping

@Suite struct `The encoding of an encoder` {
  private func detents(_ values: [UInt8]) -> [Int] {
    var detector = EncodingDetector()
    return values.map { detector.detents($0) }
  }

  @Test(arguments: [
    ([65, 1, 1], [1, -1, 1]),  // 65 was one down, not one up
    ([63, 1, 1, 127], [-1, -63, 1, -1]),  // one value is no proof, two are
    ([65, 65, 65, 63], [1, 1, 1, -1]),
    ([1, 1, 40, 1], [1, 1, 40, 1]),  // a fast turn among slow ones
  ])
  func `is thought over when the stream contradicts it`(values: [UInt8], expected: [Int]) {
    #expect(detents(values) == expected)
  }

  @Test func `is found again after another encoding was set on the controller`() {
    let values = [UInt8](repeating: 1, count: 100) + [UInt8](repeating: 63, count: 100)
    #expect(detents(values).suffix(20).allSatisfy { $0 == -1 })
  }
}
