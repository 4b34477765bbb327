import CFaust
import Glibc
import SpinetRealtime

/// Plays eight voices one by one and as a group, and compares their sound and their time. [control-thread]
final class GroupTrial {
  enum Verdict: Hashable {
    /// The same sound in much less time.
    case better
    /// Another sound.
    case differs
    case slow
  }

  /// The largest difference, as a fraction of full scale or of a louder peak.
  private static let tolerance: Float = 1e-5
  /// The largest time of a group, as a share of the time of its voices one by one. Then it pays from four voices
  /// on.
  private static let highestCost = 0.5
  private static let framesPerSecond = 48_000.0
  private static let largestBlock = 64
  /// In bytes. A larger state would take too long to try.
  private static let largestState = 4 << 20

  private let process: FaustFunctions
  private let alone: [TrialVoice]
  private let together: [TrialVoice]
  private let group: TrialGroup
  private let input: ChannelBuffers
  private let output: ChannelBuffers
  private var loudest: Float = 1

  /// Nil if there is not enough memory.
  init?(_ program: ProgramCode, _ groups: GroupCode) {
    process = program.process
    guard process.state_size <= Self.largestState else { return nil }
    withUnsafePointer(to: process) { faust_init_shared($0, Int32(Self.framesPerSecond)) }
    func voices() -> [TrialVoice] {
      (0..<GroupSource.width).compactMap { TrialVoice(program.process, Self.framesPerSecond, number: $0) }
    }
    alone = voices()
    together = voices()
    guard let first = together.first, alone.count + together.count == 2 * GroupSource.width else {
      return nil
    }
    input = ChannelBuffers(count: first.instance.inputCount, capacity: Self.largestBlock)
    output = ChannelBuffers(count: first.instance.outputCount, capacity: Self.largestBlock)
    group = TrialGroup(groups.functions, together, framesPerSecond: Self.framesPerSecond, Self.largestBlock)
  }

  var verdict: Verdict {
    consuming get {
      Denormals.flushed {
        for position in [nil, 0.2613, 0.6539] as [Float?] where !soundsTheSame(controlsAt: position) {
          return .differs
        }
        return groupSeconds <= Self.highestCost * aloneSeconds ? .better : .slow
      }
    }
  }

  // MARK: Sound

  /// The lengths of the blocks, and how often they are played.
  private static let blocks = [64, 1, 37, 64, 3, 64]
  private static let rounds = 40

  /// - Parameter position: 0–1, of the controls that all voices share; nil for their initial values.
  private func soundsTheSame(controlsAt position: Float?) -> Bool {
    for voice in alone + together { voice.begin(controlsAt: position) }
    // The voices have sounded alone when they join the group.
    for voice in alone { compute(voice, Self.largestBlock) }
    for index in together.indices { join(index) }
    for round in 0..<Self.rounds {
      for voice in alone + together { voice.play(round) }
      if round % 8 == 5 { join(round / 8) }
      for frames in Self.blocks where !soundsTheSame(frames) { return false }
    }
    return true
  }

  /// A voice joins in the middle of its sound.
  private func join(_ index: Int) {
    withUnsafePointer(to: process) {
      faust_copy($0, together[index].instance.memory, alone[index].instance.memory)
    }
    group.load(index)
  }

  private func soundsTheSame(_ frames: Int) -> Bool {
    group.compute(frames, input)
    for (index, voice) in alone.enumerated() {
      compute(voice, frames)
      for channel in 0..<output.count where !isSame(channel, of: index, frames) { return false }
    }
    return true
  }

  private func isSame(_ channel: Int, of index: Int, _ frames: Int) -> Bool {
    let samples = output.channel(channel)
    for frame in 0..<frames {
      loudest = max(loudest, abs(samples[frame]))
      let difference = abs(samples[frame] - group.output.frame(frame, of: channel)[index])
      // Not a number is not the same either.
      guard difference <= Self.tolerance * loudest else { return false }
    }
    return true
  }

  private func compute(_ voice: TrialVoice, _ frames: Int) {
    withUnsafePointer(to: process) {
      faust_compute($0, voice.instance.memory, Int32(frames), input.addresses, output.addresses)
    }
  }

  // MARK: Time

  private var groupSeconds: Double { seconds { group.compute(Self.largestBlock, input) } }

  private var aloneSeconds: Double {
    seconds { for voice in alone { compute(voice, Self.largestBlock) } }
  }

  /// The shortest of several runs.
  private func seconds(_ work: () -> Void) -> Double {
    let runs = (0..<5).map { _ in
      let start = Self.processorSeconds
      for _ in 0..<20 { work() }
      return Self.processorSeconds - start
    }
    return runs.min() ?? 0
  }

  private static var processorSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
