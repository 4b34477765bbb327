import SpinetEngine

/// The state of a voice: the p-fields of its note, and its channels `freq.N`, `bend.N`, `gate.N` and so on.
/// N is the voice's number, which the note has as p7. [audio-thread]
struct CsoundVoice: BitwiseCopyable {
  private(set) var serial: UInt32 = 0
  private(set) var key = 0.0
  private(set) var gain = 0.0
  private(set) var hertz = 0.0
  /// 1–16; 0 when it has none.
  private(set) var channel = 0
  private var bend = 1.0
  var isHeld = false
  /// Which of its two instance numbers the voice uses.
  var instanceParity = 0
  private let channels: Channels

  private struct Channels: BitwiseCopyable {
    let freq, bend, gate, pressure, timbre, x, y: UnsafeMutablePointer<Double>?
  }

  init(_ instance: CsoundInstance, voice: Int) {
    func channel(_ parameter: VoiceParameter) -> UnsafeMutablePointer<Double>? {
      instance.controlChannel("\(parameter).\(voice)", isOutput: false)
    }
    channels = Channels(
      freq: channel(.freq), bend: channel(.bend), gate: channel(.gate), pressure: channel(.pressure),
      timbre: channel(.timbre), x: channel(.x), y: channel(.y))
    begin(serial: 0)
  }

  /// Everything at its default, as a voice begins.
  @_noLocks mutating func begin(serial: UInt32) {
    self.serial = serial
    key = 0
    gain = 1
    hertz = 0
    channel = 0
    channels.gate?.pointee = 0
    channels.pressure?.pointee = 0
    channels.timbre?.pointee = 0
    channels.x?.pointee = 0
    channels.y?.pointee = 0
    setBend(1)
  }

  @_noLocks mutating func set(_ parameter: VoiceParameter, _ value: Double) {
    guard value == value else { return }
    switch parameter {
    case .freq:
      hertz = value
      channels.freq?.pointee = hertz * bend
    case .bend: setBend(value)
    case .gain: gain = value
    case .key: key = value
    case .channel: channel = value >= 1 && value <= 16 ? Int(value) : 0
    case .gate: channels.gate?.pointee = value
    case .pressure: channels.pressure?.pointee = value
    case .timbre: channels.timbre?.pointee = value
    case .x: channels.x?.pointee = value
    case .y: channels.y?.pointee = value
    default: break
    }
  }

  @_noLocks private mutating func setBend(_ ratio: Double) {
    bend = ratio
    channels.bend?.pointee = bend
    channels.freq?.pointee = hertz * bend
  }
}
