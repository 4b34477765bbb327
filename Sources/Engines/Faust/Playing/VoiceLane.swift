import SpinetRealtime

/// A DSP instance in which one voice plays, or the whole instrument.
struct VoiceLane: BitwiseCopyable {
  enum Use: BitwiseCopyable {
    case free
    /// Sounds for a voice, or always.
    case sounding
    /// Was stolen from or silenced, and fades out.
    case fading
    /// Was silenced, sounds always, and fades in again.
    case rising
  }

  let memory: UnsafeMutableRawPointer
  /// The addresses of the values of its controls.
  let zones: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  var use = Use.free
  /// The number of the voice; -1 for none.
  var voice = -1
  var isReleased = false
  /// Frames in a row that are too quiet to hear.
  var quietFrames = 0
  /// Frames until the fade-out or fade-in is complete.
  var fadeFrames = 0
  /// The gate has been closed, and no frame has been played since.
  var hasFallen = false
  /// The gate opens after one frame in which it is closed. Without that frame a program would not notice.
  var opensAfterOneFrame = false
}

/// Lanes, with the addresses of their controls.
struct VoiceLanes: ~Copyable {
  private let memory: FixedBuffer<VoiceLane>
  private let zoneMemory: FixedBuffer<UnsafeMutablePointer<Float>>
  let start: UnsafeMutablePointer<VoiceLane>
  let count: Int

  /// - Parameter states: of the same program. They must outlive the lanes. [control-thread]
  init(_ states: [DSPInstancePool.State]) {
    let controlCount = states.first?.zones.count ?? 0
    let zones = FixedBuffer(count: states.count * controlCount) { index in
      states[index / controlCount].zones[index % controlCount]
    }
    let zoneStart = zones.start
    memory = FixedBuffer(count: states.count) { index in
      VoiceLane(memory: states[index].memory, zones: zoneStart + index * controlCount)
    }
    zoneMemory = zones
    start = memory.start
    count = states.count
  }
}
