import CFaust
import Glibc
import SpinetEngine
import SpinetRealtime

/// How loud a voice is while its key is held, measured in half seconds.
///
/// It fades if it falls by 30 dB and stays there. To become softer is not enough: a decay to a sustain level does that
/// too, but it stays above. A slow tremolo or a beat comes back, so the voice must be soft for at least two seconds,
/// and for a quarter of the trial.
struct HeldTrial {
  /// The power of each half second.
  private var powers: [Float] = []
  private var loudest: Float = 0
  /// For how many half seconds it has been soft.
  private var soft = 0
  /// Whether it fades; nil while that is open.
  private(set) var fades: Bool?

  /// The longest trial, in half seconds.
  static let length = 32
  /// The longest time that it may take, in seconds of the processor. A program that needs more counts as one that does
  /// not fade.
  static let longestSeconds = 0.1

  mutating func add(power: Float) {
    powers.append(power)
    loudest = max(loudest, power)
    soft = power < Self.softShare * loudest ? soft + 1 : 0
    fades = verdict
  }

  private var verdict: Bool? {
    if soft >= 4, 4 * soft >= powers.count { return true }
    if powers.count == Self.length || isLevel || staysLoud { return false }
    return nil
  }

  /// Whether it is silent, or holds its level within 0.5 dB, for two seconds.
  private var isLevel: Bool {
    let last = powers.suffix(4)
    guard soft == 0, last.count == 4, let least = last.min(), let most = last.max() else { return false }
    return least >= 0.891 * most
  }

  /// Whether it has not fallen by 6 dB in six seconds.
  private var staysLoud: Bool { powers.count >= 12 && soft == 0 && powers[powers.count - 1] > 0.25 * loudest }

  /// −30 dB.
  private static let softShare: Float = 0.001
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
    while trial.fades == nil, Self.processorSeconds < end { trial.add(power: heldPower()) }
    return trial.fades ?? false
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
