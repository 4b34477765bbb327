import Foundation
import SpinetDevices
import SpinetEngine
import SpinetKeyboard
import SpinetRealtime
import SpinetWidgets

/// Where notes fall against their time stamps, live: the real audio thread on a clock without a card, with
/// whatever else the machine is doing.
struct TimingBenchmark {
  private let notes = 300

  func rows() throws -> [Table.Row] {
    let engine = OnsetEngine(capacity: notes)
    var ends = ControlEnds()
    let output = try Playback(OutputRequest(pcm: "none"))
    engine.prepare(
      framesPerSecond: Double(output.format.framesPerSecond), largestBlock: output.format.periodFrames,
      link: ends.link)
    try output.start(engine, link: ends.link, recorder: nil)
    // The clock has found the card's rate by then.
    Thread.sleep(forTimeInterval: 5)
    for note in 0..<notes {
      _ = ends.commands.send(EngineCommand(time: .now, .voice(.start(VoiceNumber(0), serial: UInt32(note)))))
      usleep(UInt32(10_000 + note * 7919 % 30_000))
    }
    Thread.sleep(forTimeInterval: 0.2)
    output.stop()
    let spread = engine.spreadFrames(framesPerSecond: Double(output.format.framesPerSecond))
    return [
      Table.Row(
        work: "spread of onsets against their stamps, \(engine.count) notes live",
        spinet: "\(spread.short) frames")
    ]
  }
}

/// Makes no sound; writes down where each start falls.
private final class OnsetEngine: SoundEngine, @unchecked Sendable {
  // Sendable because the audio thread alone writes, and it has ended when anything is read.
  let name = "Onsets"
  let widgets: [Widget] = []
  let voiceCapacity = 1
  private let onsets: UnsafeMutablePointer<(frame: Int64, time: HostTime)>
  private(set) var count = 0
  private var end: AudioEnd?
  private var meters: EngineMeters?

  /// - Parameter capacity: how many starts will be sent.
  init(capacity: Int) {
    onsets = .allocate(capacity: capacity)
    onsets.initialize(repeating: (0, HostTime(nanoseconds: 0)), count: capacity)
  }

  deinit { onsets.deallocate() }

  func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) {
    end = link.claimAudioEnd()
    meters = link.meters
  }

  func render(_ block: AudioBlock) {
    block.silence()
    guard end != nil, let meters else { return }
    var cursor = CommandCursor(block)
    while cursor.isInside {
      var next = count
      while let command = cursor.nextCommand(from: &end!) {
        onsets[next].time = command.time
        next += 1
      }
      let segment = cursor.nextSegment()
      for onset in count..<next { onsets[onset].frame = segment.firstFrame }
      count = next
    }
    meters.recordBlock(frames: block.frameCount, voices: 1, peak: 0, isSilent: false)
  }

  /// The difference between the note that falls the latest after its stamp and the one that falls the earliest.
  func spreadFrames(framesPerSecond: Double) -> Double {
    guard count > 0 else { return .nan }
    let start = onsets[0]
    let places = (0..<count).map { index in
      Double(onsets[index].frame - start.frame)
        - Double(onsets[index].time.nanoseconds(since: start.time)) * 1e-9 * framesPerSecond
    }
    return (places.max() ?? 0) - (places.min() ?? 0)
  }
}
