import CFaust

/// One state of the program's `process`, and what it is used for.
struct VoiceLane {
  enum Use: BitwiseCopyable {
    case free
    /// Sounds for a voice, or always.
    case sounding
    /// Was stolen from, and goes to silence unheard of.
    case fading
    /// Sounds always, was silenced, and comes up again.
    case rising
  }

  let memory: UnsafeMutableRawPointer
  /// Where the values of its controls are.
  let zones: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  var use = Use.free
  /// The voice's number; -1 for none.
  var voice = -1
  var isReleased = false
  /// Frames in a row that nobody can hear.
  var quietFrames = 0
  /// Frames until a fading lane is silent, or one that rises is as loud as ever.
  var fadeFrames = 0
  /// The gate has been closed, and not a frame played since.
  var hasFallen = false
  /// The gate is to be opened after one frame with it closed, without which no program would notice.
  var opensAfterOneFrame = false

  init(memory: UnsafeMutableRawPointer, zones: [UnsafeMutablePointer<Float>]) {
    self.memory = memory
    self.zones = .allocate(capacity: max(1, zones.count))
    self.zones.initialize(from: zones, count: zones.count)
  }

  func deallocate() { zones.deallocate() }
}
