import SpinetRealtime

/// A DSP instance in which one voice plays, or the whole instrument.
struct VoiceLane: BitwiseCopyable {
  enum Use: BitwiseCopyable {
    case free
    /// Sounds for a voice, or always.
    case sounding
    /// Its voice was stolen, or the lane was silenced. It fades out.
    case fading
    /// The whole instrument was silenced. It fades in again.
    case rising
  }

  let memory: UnsafeMutableRawPointer
  /// The addresses of the values of its controls.
  private let zones: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
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

  fileprivate init(memory: UnsafeMutableRawPointer, zones: UnsafeMutablePointer<UnsafeMutablePointer<Float>>)
  {
    self.memory = memory
    self.zones = zones
  }

  /// The value of a control in this instance. [audio-thread]
  @_noLocks func value(ofControl index: Int) -> Float { zones[index].pointee }

  /// [audio-thread]
  @_noLocks func set(control index: Int, to value: Float) { zones[index].pointee = value }
}

/// Lanes, with the addresses of their controls.
struct VoiceLanes: ~Copyable {
  private let lanes: FixedBuffer<VoiceLane>
  private let zones: FixedBuffer<UnsafeMutablePointer<Float>>

  /// - Parameter states: instances of the same program. They must outlive the lanes. [control-thread]
  init(_ states: [DSPInstancePool.State]) {
    let controlCount = states.first?.zones.count ?? 0
    zones = FixedBuffer(count: states.count * controlCount) { index in
      states[index / controlCount].zones[index % controlCount]
    }
    let zoneStart = zones.start
    lanes = FixedBuffer(count: states.count) { index in
      VoiceLane(memory: states[index].memory, zones: zoneStart + index * controlCount)
    }
  }

  var count: Int { @_noLocks get { lanes.count } }

  /// There is at least one.
  var first: VoiceLane { @_noLocks get { lanes[0] } }

  subscript(index: Int) -> VoiceLane {
    @_noLocks unsafeAddress { UnsafePointer(lanes.address(of: index)) }
    @_noLocks nonmutating unsafeMutableAddress { lanes.address(of: index) }
  }
}
