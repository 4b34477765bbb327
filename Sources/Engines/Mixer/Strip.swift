import CRealtime
import SpinetDSP
import SpinetRealtime
import SpinetWidgets

/// How loud a part is in the mix, and where it stands: the widgets of a mixer's channel strip.
package struct StripWidgets: Sendable {
  package let level: Widget
  package let pan: Widget
  package let mute: Widget
  package let solo: Widget

  /// Decibels at which a part is silent.
  package static let lowestLevel = -60.0
  package static let highestLevel = 12.0

  /// - Parameters:
  ///   - level: in decibels; the lowest one is silence.
  ///   - pan: −1 is left, 1 is right.
  package init(level: Double = 0, pan: Double = 0, mute: Bool = false, solo: Bool = false) {
    self.level = Widget(
      "part.level", range: Self.lowestLevel...Self.highestLevel, default: level, unit: "dB",
      about: "How loud the part is among the others.")
    self.pan = Widget(
      "part.pan", range: -1...1, default: pan, about: "Where the part stands; -1 is left, 1 is right.")
    self.mute = Widget(
      "part.mute", kind: .toggle, default: mute ? 1 : 0, about: "Makes the part silent.")
    self.solo = Widget(
      "part.solo", kind: .toggle, default: solo ? 1 : 0, about: "Makes all other parts silent.")
  }

  package var all: [Widget] { [level, pan, mute, solo] }
}

/// The gain and pan of a part on the audio thread, smoothed.
///
/// Like the synth's, its control steps fall on frames that are multiples of 32, so that any block size gives the
/// same samples.
struct StripState {
  private var cells: Cells?
  private var smooth: Float = 0
  private var smoothWhenFading: Float = 0
  /// The gains at the last control step, and their change from frame to frame since.
  private var left = Gain()
  private var right = Gain()
  /// What the room hears of the sum of both sides.
  private var room = Gain(value: 0)
  private(set) var hasPlayed = false

  private struct Cells {
    let level: WidgetCell
    let pan: WidgetCell
    let mute: WidgetCell
    let solo: WidgetCell
    /// The share of the part that the room answers.
    let room: WidgetCell?
  }

  private struct Gain {
    var value: Float = 1
    var slope: Float = 0

    /// The gain some frames after the last control step. The sum has 32 bits so that eight are computed at once.
    @_noLocks @inline(__always) func after(_ first: Int, _ frame: Int) -> Float {
      value + slope * Float(Int32(truncatingIfNeeded: first &+ frame))
    }
  }

  static var stepFrames: Int { @_noLocks get { 32 } }
  private static let seconds = 0.004
  private static let secondsOfFade = 0.15

  init() {}

  /// The gains start at the widgets' values, without a ramp.
  ///
  /// - Parameter room: the share of the part that the room answers; nil for none.
  init(_ widgets: StripWidgets, room: Widget? = nil, framesPerSecond: Double) {
    cells = Cells(
      level: widgets.level.cell, pan: widgets.pan.cell, mute: widgets.mute.cell, solo: widgets.solo.cell,
      room: room?.cell)
    smooth = Self.coefficient(Self.seconds, framesPerSecond)
    smoothWhenFading = Self.coefficient(Self.secondsOfFade, framesPerSecond)
    hasPlayed = false
  }

  private static func coefficient(_ seconds: Double, _ framesPerSecond: Double) -> Float {
    Float(1 - rt_exp2(-1.4427 * Double(stepFrames) / (seconds * framesPerSecond)))
  }

  var isSoloed: Bool { @_noLocks get { (cells?.solo.value ?? 0) > 0 } }

  /// Whether samples pass unchanged.
  var isAtRest: Bool {
    @_noLocks get { left.value == 1 && right.value == 1 && left.slope == 0 && right.slope == 0 }
  }

  var isSilent: Bool {
    @_noLocks get { left.value == 0 && right.value == 0 && left.slope == 0 && right.slope == 0 }
  }

  /// The gains of both sides that the widgets ask for.
  @_noLocks private func target(
    isElsewhereSoloed: Bool, isFading: Bool
  ) -> (left: Float, right: Float) {
    guard !isFading else { return (0, 0) }
    guard let cells else { return (1, 1) }
    let level = cells.level.value
    let isMutedBySolo = isElsewhereSoloed && cells.solo.value <= 0
    guard cells.mute.value <= 0, !isMutedBySolo, level > StripLimits.silent else { return (0, 0) }
    // 20 log₁₀ 2 = 6.0206 dB double the gain.
    let gain = level == 0 ? 1 : Float(rt_exp2(level / 6.0206))
    let pan = Float(cells.pan.value)
    return (gain * min(1, 1 - pan), gain * min(1, 1 + pan))
  }

  /// The share that the room answers now.
  private var roomShare: Float {
    @_noLocks get {
      guard let room = cells?.room else { return 0 }
      return min(max(Float(room.value), 0), 1)
    }
  }

  /// Whether the room hears the part.
  var isInRoom: Bool { @_noLocks get { room.value != 0 || room.slope != 0 } }

  /// Applies the gains to samples of the part.
  ///
  /// - Parameters:
  ///   - send: gets what the room hears, if `isInRoom` is true afterwards. As long as the block.
  ///   - hasSolo: whether any part of the mix is soloed.
  ///   - isFading: whether it fades to silence, whatever the widgets' values.
  @_noLocks mutating func apply(
    to block: AudioBlock, send: Samples? = nil, hasSolo: Bool, isFading: Bool
  ) {
    var target = target(isElsewhereSoloed: hasSolo, isFading: isFading)
    // The room hears the sides after their gains, which leave less of a part that the room answers.
    let dry = 1 - 0.5 * roomShare
    let toRoom = roomShare / dry * Reverb.inputGain
    (target.left, target.right) = (target.left * dry, target.right * dry)
    if !hasPlayed { begin(at: target, toRoom) }
    if isAtRest, !isInRoom, toRoom == 0, target.left == 1, target.right == 1 { return }
    let coefficient = isFading ? smoothWhenFading : smooth
    var done = 0
    while done < block.frameCount {
      let into = Int((block.firstFrame + Int64(done)) & Int64(Self.stepFrames - 1))
      if into == 0 {
        Self.step(&left, to: target.left, coefficient)
        Self.step(&right, to: target.right, coefficient)
        Self.step(&room, to: toRoom, coefficient)
      }
      let count = min(Self.stepFrames - into, block.frameCount - done)
      let sound = block.main.slice(from: done, count: count)
      Self.scale(sound.left, left, from: into)
      Self.scale(sound.right, right, from: into)
      if let send { fill(send.slice(from: done, count: count), sound, from: into) }
      if let further = block.further { scale(further.slice(from: done, count: count), from: into) }
      done += count
    }
  }

  /// Outputs 3, 5, … get the left gain, 4, 6, … the right one.
  @_noLocks private func scale(_ further: PlanarSamples, from first: Int) {
    for output in 0..<further.channelCount {
      Self.scale(further[output], output & 1 == 0 ? left : right, from: first)
    }
  }

  @_noLocks private func fill(_ send: Samples, _ sound: StereoSamples, from first: Int) {
    let (left, right) = (sound.left, sound.right.slice(from: 0, count: sound.left.count))
    let send = send.slice(from: 0, count: left.count)
    for frame in 0..<left.count { send[frame] = (left[frame] + right[frame]) * room.after(first, frame) }
  }

  @_noLocks private mutating func begin(at target: (left: Float, right: Float), _ toRoom: Float) {
    hasPlayed = true
    room.value = toRoom
    left.value = target.left
    right.value = target.right
  }

  /// One control step: a straight line to the next value.
  @_noLocks private static func step(_ ramp: inout Gain, to target: Float, _ coefficient: Float) {
    ramp.value += ramp.slope * Float(stepFrames)
    let rest = target - ramp.value
    // A rest of less than −100 dB counts as arrived.
    if rest < 1e-5, rest > -1e-5 {
      ramp.value = target
      ramp.slope = 0
    } else {
      ramp.slope = rest * coefficient / Float(stepFrames)
    }
  }

  /// - Parameter first: the frames since the last control step.
  @_noLocks private static func scale(_ samples: Samples, _ ramp: Gain, from first: Int) {
    guard ramp.value != 1 || ramp.slope != 0 else { return }
    for frame in 0..<samples.count { samples[frame] *= ramp.after(first, frame) }
  }
}

/// Constants for the audio thread. Reading a global for the first time takes a lock; these are read without one.
enum StripLimits {
  static var silent: Double { @_noLocks get { -60 } }
}
