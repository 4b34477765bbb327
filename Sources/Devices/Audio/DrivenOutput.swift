import SpinetEngine
import SpinetRealtime
import Synchronization

/// An output without a device and without a thread: its owner decides when the next block is played. A render
/// plays into it, and so does a test of a session.
package final class DrivenOutput: AudioOutput, @unchecked Sendable {
  // Sendable because one thread at a time plays, and the rest is constant or behind a lock.
  package let format: OutputFormat
  package let timeline: Timeline
  /// The position of the next block in the stream.
  package private(set) var frame: Int64 = 0
  private let buffer: SampleBuffer
  private let playing = Mutex<Playing?>(nil)
  private var clicks: ClickTrack?
  /// Whether what is played is a recording, which has clicks only if they are recorded.
  private let isRecording: Bool

  private struct Playing: Sendable {
    let engine: any SoundEngine
    let link: EngineLink
    var recorder: FrameRecorder?
  }

  /// - Parameters:
  ///   - periodFrames: the frames of the longest block.
  ///   - start: the time of the first frame.
  ///   - isRecording: whether what is played is a recording, which has clicks only if they are recorded.
  package init(
    framesPerSecond: Int, periodFrames: Int, channels: Int = 2, start: HostTime = HostTime(nanoseconds: 0),
    isRecording: Bool = false
  ) {
    self.isRecording = isRecording
    format = OutputFormat(
      pcm: OutputRequest.noPCM, framesPerSecond: framesPerSecond, periodFrames: periodFrames,
      bufferFrames: periodFrames, channels: channels, sampleFormat: .float32, access: .none)
    timeline = Timeline(anchorTime: start, framesPerSecond: Double(framesPerSecond))
    buffer = SampleBuffer(capacity: periodFrames, channels: max(2, channels))
  }

  /// The time of the next block.
  package var time: HostTime { timeline.time(of: frame) }

  /// Plays a block, which ends at `end` or after a period. Its samples are valid until the next call; they are silent
  /// before the start and after the stop.
  package func play(until end: Int64, input: AudioInput? = nil) -> AudioBlock {
    let count = Int(max(0, min(end - frame, Int64(format.periodFrames))))
    var block = buffer.block(frameCount: count, firstFrame: frame, timeline: timeline)
    block.input = input
    if let playing = playing.withLock({ $0 }) { play(block, playing) } else { block.silence() }
    frame += Int64(count)
    return block
  }

  private func play(_ block: AudioBlock, _ playing: Playing) {
    playing.link.meters.recordBlockStart(at: .now)
    // As on the audio thread, so that it sounds the same.
    Denormals.flushed { playing.engine.render(block) }
    playing.link.meters.recordBlockEnd()
    if let clicks, clicks.isRecorded { clicks.play(into: block) }
    playing.recorder?.take(block)
    if let clicks, !clicks.isRecorded, !isRecording { clicks.play(into: block) }
  }

  package func play(_ clicks: ClickTrack) { self.clicks = clicks }

  package func start(
    _ engine: any SoundEngine, link: EngineLink, recorder: FrameRecorder?, input: Capture?
  ) throws(SpinetError) {
    playing.withLock { $0 = Playing(engine: engine, link: link, recorder: recorder) }
  }

  package func record(to recorder: FrameRecorder?) { playing.withLock { $0?.recorder = recorder } }

  package func stop() { playing.withLock { $0 = nil } }

  package func wake() {}

  package var status: OutputStatus {
    let state = OutputSharedState()
    if playing.withLock({ $0 != nil }) {
      state.hasPlayed.store(true, ordering: .relaxed)
      state.state.store(.playing, ordering: .relaxed)
    }
    return state.status(pcm: format.pcm)
  }
}
