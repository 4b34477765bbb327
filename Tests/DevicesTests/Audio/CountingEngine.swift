import SpinetEngine
import SpinetRealtime
import SpinetWidgets

/// Plays the number of each frame, a ramp in which a lost or a doubled frame shows, and notes where
/// commands had their place.
final class CountingEngine: SoundEngine, @unchecked Sendable {
  // Sendable because a test reads it only while nothing renders.
  let name = "Counting"
  let widgets: [Widget] = []
  let voiceCapacity = 0
  let places = UnsafeMutablePointer<Int64>.allocate(capacity: 256)
  var commands = 0
  var blocks = 0
  /// Those that nobody hears.
  var unheardBlocks = 0
  var isSilent = false
  let outputCount: Int
  private var end: AudioEnd

  init(link: EngineLink, outputs: Int = 2) {
    end = link.claimAudioEnd()
    outputCount = outputs
  }
  deinit { places.deallocate() }

  func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) {}

  @_noLocks func render(_ block: AudioBlock) {
    var cursor = CommandCursor(block)
    while cursor.isInside {
      var taken = 0
      while cursor.nextCommand(from: &end) != nil { taken += 1 }
      let segment = cursor.nextSegment()
      for _ in 0..<taken where commands < 256 {
        places[commands] = segment.firstFrame
        commands += 1
      }
      for frame in 0..<segment.frameCount {
        segment.left[frame] = Float(segment.firstFrame + Int64(frame))
        segment.right[frame] = 0
        for output in 0..<(segment.further?.channelCount ?? 0) {
          segment.further?[output][frame] = Float(3 + output)
        }
      }
    }
    blocks += 1
    if !block.isActive { unheardBlocks += 1 }
    end.meters.recordBlock(
      frames: block.frameCount, voices: isSilent ? 0 : 1, peak: 0, isSilent: isSilent)
  }
}
