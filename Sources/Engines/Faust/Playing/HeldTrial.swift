import CFaust
import Glibc
import SpinetEngine
import SpinetRealtime

/// How loud a voice is while its key is held, measured in half seconds.
///
/// It fades if it comes to nothing in two seconds, or becomes softer from each half second to the next. A program that
/// takes too long is not heard to the end, and counts as one that does not fade.
struct HeldTrial {
  /// The power of each half second.
  private var powers: [Float] = []

  /// How many half seconds it lasts.
  static let length = 4
  /// The longest time that it may take, in seconds of the processor.
  static let longestSeconds = 0.1

  mutating func add(power: Float) { powers.append(power) }

  var fades: Bool {
    guard powers.count == Self.length, let loudest = powers.max(), loudest > 1e-10,
      let last = powers.last
    else { return false }
    return last < 1e-5 * loudest || zip(powers, powers.dropFirst()).allSatisfy { $1 < Self.share * $0 }
  }

  /// 1 dB.
  private static let share: Float = 0.794
}

extension FaustVoicePlayer {
  /// Plays a middle C in the first lane, which starts anew with its first note. [control-thread]
  mutating func heldVoiceFades() -> Bool {
    guard output.count > 0, lanes.count > 0 else { return false }
    template?.copy(into: lanes[0].memory, process.address)
    for index in 0..<controls.count where controls[index].cell != nil && !controls[index].isBargraph {
      tell(lanes[0], index)
    }
    let values: [(VoiceParameter, Double)] = [
      (.freq, 261.625_565), (.bend, 1), (.gain, 0.8), (.key, 60), (.gate, 1),
    ]
    for (parameter, value) in values { write(0, parameter.code, value) }
    var trial = HeldTrial()
    let end = Self.processorSeconds + HeldTrial.longestSeconds
    for _ in 0..<HeldTrial.length where Self.processorSeconds < end { trial.add(power: heldPower()) }
    return trial.fades
  }

  /// The power of the next half second of the first lane.
  private func heldPower() -> Float {
    var sum: Float = 0
    var rest = settleFrames
    while rest > 0 {
      let count = min(rest, output.capacity)
      run(lanes[0], count)
      for channel in 0..<output.count {
        let samples = output.channel(channel)
        for frame in 0..<count { sum += samples[frame] * samples[frame] }
      }
      rest -= count
    }
    return sum / Float(settleFrames)
  }

  private static var processorSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
