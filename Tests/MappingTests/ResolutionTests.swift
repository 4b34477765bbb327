import Testing

@testable import Mapping

@Test(arguments: [Resolution.seven, .fourteen, .bend, .program(last: 4)])
func `What is no position is shown as none`(resolution: Resolution) {
  #expect(resolution.raw(.nan, centred: false) == 0)
  #expect(resolution.raw(.nan, centred: true) == 0)
  #expect(resolution.raw(.infinity, centred: true) == resolution.fullScale)
}
