import SpinetRealtime
import Testing

@testable import SpinetDevices

@Suite struct SourceErrorsTests {
  private let gone = SpinetError(.deviceFailed, what: "camera", why: "it is gone", remedy: "connect it again")
  private let missing = SpinetError(.deviceFailed, what: "camera", why: "there is none", remedy: "connect it")
  private let refused = SpinetError(
    .deviceFailed, what: "camera", why: "it may not be read", remedy: "ask for it")
  private var errors = SourceErrors()

  private mutating func news(_ list: [SpinetError], isOpening: Bool) -> [Bool] {
    list.map { errors.isNews($0, isOpening: isOpening) }
  }

  @Test mutating func `A lasting error is told once, another one too`() {
    let told = news([missing, missing, refused, refused], isOpening: true)
    #expect(told == [true, false, true, false])
  }

  @Test mutating func `A source that was lost is not told again as missing, but what refuses it later is`() {
    let (lost, later) = (news([gone], isOpening: false), news([missing, missing, refused], isOpening: true))
    #expect(lost == [true] && later == [false, false, true])
  }

  @Test mutating func `A source that opens and is lost at once, again and again, is told once`() {
    let told = news([gone, gone], isOpening: false)
    #expect(told == [true, false])
  }

  @Test mutating func `After the source has played, each error is told again`() {
    _ = news([gone], isOpening: false)
    errors.forget()
    let first = news([missing], isOpening: true)
    errors.forget()
    let second = news([missing], isOpening: true)
    #expect(first == [true] && second == [true])
  }
}
