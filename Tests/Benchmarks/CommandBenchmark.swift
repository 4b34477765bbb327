import Glibc
import SpinetEngine
import SpinetMixer
import SpinetRealtime
import SpinetWidgets

/// What a command costs on its way to an engine: through the mixer's ring and then the part's, beside straight into the
/// engine's.
struct CommandBenchmark {
  private let commandsPerBlock = 64
  private let blocks = 20_000
  private static let frames = 128

  func rows() throws -> [Table.Row] {
    let pairs = try (0..<9).map { _ in (try throughMixer(), straight()) }
    return [
      Table.Row(
        "a command through the mixer's ring and the part's, beside one ring",
        pairs.map(\.0).median, pairs.map(\.1).median, unit: "ns")
    ]
  }

  private func throughMixer() throws -> Double {
    let mixer = Mixer()
    var ends = ControlEnds()
    let part = try mixer.add(MixerPart(CommandSink()))
    try mixer.prepare(framesPerSecond: 48_000, largestBlock: Self.frames, link: ends.link)
    return cost(of: mixer, &ends.commands, part: part)
  }

  private func straight() -> Double {
    let engine = CommandSink()
    var ends = ControlEnds()
    engine.prepare(framesPerSecond: 48_000, largestBlock: Self.frames, link: ends.link)
    return cost(of: engine, &ends.commands, part: 0)
  }

  /// Nanoseconds for each command: blocks with commands, less blocks without.
  private func cost(of engine: any SoundEngine, _ commands: inout CommandEnd, part: UInt32) -> Double {
    _ = seconds(engine, &commands, part: part, count: commandsPerBlock)
    let busy = seconds(engine, &commands, part: part, count: commandsPerBlock)
    let idle = seconds(engine, &commands, part: part, count: 0)
    return (busy - idle) / Double(blocks * commandsPerBlock) * 1e9
  }

  private func seconds(
    _ engine: any SoundEngine, _ commands: inout CommandEnd, part: UInt32, count: Int
  ) -> Double {
    let buffer = SampleBuffer(capacity: Self.frames)
    let timeline = Timeline(framesPerSecond: 48_000)
    let start = Stopwatch.clock(CLOCK_THREAD_CPUTIME_ID)
    for block in 0..<blocks {
      for index in 0..<count {
        let event = VoiceEvent.set(VoiceNumber(index % 8), .gain, 0.5)
        _ = commands.send(EngineCommand(time: HostTime(nanoseconds: 0), .voice(event), part: part))
      }
      engine.render(
        buffer.block(
          frameCount: Self.frames, firstFrame: Int64(block * Self.frames), timeline: timeline))
    }
    return Stopwatch.clock(CLOCK_THREAD_CPUTIME_ID) - start
  }
}

/// Takes every command, and makes no sound.
private final class CommandSink: SoundEngine, @unchecked Sendable {
  // Sendable because it is used by one thread.
  let name = "Sink"
  let widgets: [Widget] = []
  let voiceCapacity = 8
  private var player = PreparedPlayer<Player>()

  private struct Player: ~Copyable {
    var end: AudioEnd

    mutating func render(_ block: AudioBlock) {
      block.silence()
      while end.popCommand() != nil {}
      end.meters.recordBlock(frames: block.frameCount, voices: 0, peak: 0, isSilent: true)
    }
  }

  func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) {
    player.prepare { Player(end: link.claimAudioEnd()) }
  }

  func render(_ block: AudioBlock) { player.render(block) { $0.render($1) } }
}
