import SpinetEngine
import SpinetRealtime
import Testing

struct SoundTapTests {
  private let tap = SoundTap()
  private let buffer = SampleBuffer(capacity: 128)

  private func play(_ blocks: Int) {
    for index in 0..<128 { (buffer.left[index], buffer.right[index]) = (Float(index), -1) }
    let timeline = Timeline(framesPerSecond: 48_000)
    var end = tap.claimEnd()
    for _ in 0..<blocks { end?.take(buffer.block(frameCount: 128, firstFrame: 0, timeline: timeline)) }
  }

  @Test func `Without a reader nothing is copied`() {
    play(10)
    var reader = tap.claimReader()
    let samples = reader?.pop()
    #expect(samples == [])
  }

  @Test func `Who looks gets the mean of both sides, in order and once`() {
    var reader = tap.claimReader()
    play(2)
    let (samples, further) = (reader?.pop(), reader?.pop())
    let once = (0..<128).map { (Float($0) - 1) / 2 }
    #expect(samples == once + once)
    #expect(further == [])
  }

  @Test func `Who does not come for it costs nothing more, and sees the new sound later`() {
    var reader = tap.claimReader()
    play(1_000)
    let old = reader?.pop()
    #expect(old?.count == 16_384)
    play(1)
    let new = reader?.pop()
    #expect(new?.count == 128)
  }

  @Test func `After the last look nothing is left`() {
    var reader = tap.claimReader()
    play(3)
    reader = nil
    #expect(!tap.isWanted)
    play(3)
    reader = tap.claimReader()
    let samples = reader?.pop()
    #expect(samples == [])
  }

  @Test func `Each end is had once, until it is given back`() {
    for _ in 0..<2 {
      let end = tap.claimEnd()
      let reader = tap.claimReader()
      let areHad = end != nil && reader != nil
      let areHadAgain = tap.claimEnd() != nil || tap.claimReader() != nil
      #expect(areHad && !areHadAgain)
    }
  }
}
