import SpinetEngine
import SpinetRealtime
import Testing

struct SoundTapTests {
  private let tap = SoundTap()
  private let buffer = SampleBuffer(capacity: 128)

  private func play(_ blocks: Int) {
    for index in 0..<128 { (buffer.left[index], buffer.right[index]) = (Float(index), -1) }
    let timeline = Timeline(framesPerSecond: 48_000)
    for _ in 0..<blocks { tap.end.take(buffer.block(frameCount: 128, firstFrame: 0, timeline: timeline)) }
  }

  @Test func `Nothing is copied while it is not wanted`() {
    play(10)
    #expect(tap.take() == [])
  }

  @Test func `Who looks gets the mean of both sides, in order and once`() {
    tap.want(true)
    play(2)
    let once = (0..<128).map { (Float($0) - 1) / 2 }
    #expect(tap.take() == once + once)
    #expect(tap.take() == [])
  }

  @Test func `Who does not come for it costs nothing more, and sees the new sound later`() {
    tap.want(true)
    play(1_000)
    #expect(tap.take().count == 16_384)
    play(1)
    #expect(tap.take().count == 128)
  }

  @Test func `After the last look nothing is left`() {
    tap.want(true)
    play(3)
    tap.want(false)
    play(3)
    #expect(tap.take() == [])
  }
}
