import SpinetEngine
import SpinetRealtime
import Testing

/// Collects what a cursor gives, on the rules of the audio thread.
final class SegmentLog {
  let starts = UnsafeMutablePointer<Int64>.allocate(capacity: 64)
  var segments = 0
  var commands = 0

  @_noLocks func read(end: inout AudioEnd, block: AudioBlock) {
    var cursor = CommandCursor(block)
    while cursor.isInside {
      while cursor.nextCommand(from: &end) != nil { commands += 1 }
      starts[segments] = cursor.nextSegment().firstFrame
      segments += 1
    }
  }
}

@Test func `A block is cut at the frames of its commands`() {
  var ends = ControlEnds()
  let buffer = SampleBuffer(capacity: 64)
  let timeline = Timeline(framesPerSecond: 48_000)
  for frame in [0, 10, 10, 63, 64] {
    let time = HostTime(seconds: Double(1000 + frame) / 48_000)
    let isSent = ends.commands.send(EngineCommand(time: time, .silence))
    #expect(isSent)
  }
  let log = SegmentLog()
  var end = ends.link.claimAudioEnd()
  log.read(end: &end, block: buffer.block(frameCount: 64, firstFrame: 1000, timeline: timeline))
  #expect((0..<log.segments).map { log.starts[$0] } == [1000, 1010, 1063])
  #expect(log.commands == 4)
  let link = ends.link
  #expect(link.waitingCommands == 1)
}
