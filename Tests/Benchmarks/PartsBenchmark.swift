import Foundation
import SpinetEngine
import SpinetFormats
import SpinetMixer
import SpinetRealtime
import SpinetSynth
import SpinetWidgets

/// What parts cost: beside the same voices in one part, beside FluidSynth's channels, and on two cores beside one.
struct PartsBenchmark {
  let peers: Peers

  func rows() throws -> [Table.Row] {
    let (many, one) = (try cost(parts: 16, voices: 4), try cost(parts: 1, voices: 64))
    var rows = [
      Table.Row("16 parts of 4 voices, beside 64 voices in one part", many, one),
      Table.Row(
        "16 parts of 4 voices, beside FluidSynth's 16 channels, dry", many,
        try peers.fluidSynth.map { try cost(of: $0) }),
    ]
    if AudioThread.availableCores > 1 {
      let seconds = try onTwoCoresAndOne()
      rows.append(
        Table.Row(
          "8 full parts (32 voices each) on two cores, beside one core", seconds.two, seconds.one, unit: "s"))
    }
    return rows
  }

  private static let block = 128

  private func cost(parts: Int, voices: Int) throws -> Double {
    let blocks = try blocks(parts: parts, voices: voices, "reference", threads: 1)
    return Stopwatch.processorSeconds { blocks(seconds: 2) } / 2
  }

  /// What a second of 16 channels of 4 notes takes in FluidSynth. A long and a short song have the same start-up.
  private func cost(of fluidSynth: String) throws -> Double {
    let scratch = try Scratch()
    let costs = try (0..<5).map { _ in
      let (long, short) = (try render(50, fluidSynth, scratch), try render(10, fluidSynth, scratch))
      return (long - short) / 40
    }
    return costs.median
  }

  private func render(_ seconds: Int, _ fluidSynth: String, _ scratch: Scratch) throws -> Double {
    let song = scratch.file("\(seconds).mid")
    try ChordRace.song(64, seconds, channels: 16, program: 16).write(to: URL(fileURLWithPath: song))
    return try Run([fluidSynth] + ChordRace.dryFluidSynth(peers.soundFont, song, in: scratch)).succeed()
      .processorSeconds
  }

  /// The medians of turns that alternate, because other programs use the cores too.
  private func onTwoCoresAndOne() throws -> (two: Double, one: Double) {
    let (two, one) = (
      try blocks(parts: 8, voices: 32, "full", threads: 2),
      try blocks(parts: 8, voices: 32, "full", threads: 1)
    )
    var seconds: (two: [Double], one: [Double]) = ([], [])
    for _ in 0..<9 {
      seconds.two.append(wallSeconds { two(seconds: 2) } / 2)
      seconds.one.append(wallSeconds { one(seconds: 2) } / 2)
    }
    return (seconds.two.median, seconds.one.median)
  }

  private func wallSeconds(_ work: () -> Void) -> Double {
    let start = Stopwatch.clock(CLOCK_MONOTONIC)
    work()
    return Stopwatch.clock(CLOCK_MONOTONIC) - start
  }

  /// Parts whose voices sound.
  private func blocks(parts: Int, voices: Int, _ patch: String, threads: Int) throws -> Blocks {
    let mixer = Mixer()
    var ends = ControlEnds()
    mixer.spread = RenderThreads(threads: threads, isUrgent: false)
    let patch = try Patch(text: try Spinet.patchText(patch), file: patch)
    let numbers = try (0..<parts).map { _ in
      let engine = SynthEngine()
      _ = patch.apply(to: WidgetSet(engine.widgets))
      return try mixer.add(MixerPart(engine))
    }
    try mixer.prepare(framesPerSecond: 48_000, largestBlock: Self.block, link: ends.link)
    for number in numbers { start(voices, on: number, &ends.commands) }
    let blocks = Blocks(mixer, frames: Self.block)
    blocks(seconds: 0.1)
    return blocks
  }

  private func start(_ voices: Int, on part: UInt32, _ commands: inout CommandEnd) {
    for index in 0..<voices {
      let voice = VoiceNumber(index)
      let hertz = 220 * (1 + Double(index % 8) / 8)
      for event: VoiceEvent in [.start(voice, serial: 1), .set(voice, .freq, hertz), .set(voice, .gain, 0.8)]
      {
        _ = commands.send(EngineCommand(time: HostTime(nanoseconds: 0), .voice(event), part: part))
      }
    }
  }
}

/// Sound of a mixer, block after block.
private final class Blocks {
  private let mixer: Mixer
  private let buffer: SampleBuffer
  private let timeline = Timeline(framesPerSecond: 48_000)
  private var frame: Int64 = 0

  init(_ mixer: Mixer, frames: Int) {
    self.mixer = mixer
    buffer = SampleBuffer(capacity: frames)
  }

  func callAsFunction(seconds: Double) {
    for _ in 0..<Int(seconds * 48_000) / buffer.capacity {
      mixer.render(buffer.block(frameCount: buffer.capacity, firstFrame: frame, timeline: timeline))
      frame += Int64(buffer.capacity)
    }
  }
}
