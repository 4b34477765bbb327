/// What a channel's controllers have said.
struct ChannelState {
  var sustain = false
  var sostenuto = false
  var soft = false
  /// -8192…8191.
  var bend = 0
  /// In semitones.
  var bendRange: Double
  /// Whether the controller has set the bend range itself, or its zone's.
  var hasOwnBendRange = false
  /// 0–1, nil until the first message.
  var pressure: Double?
  /// 0–1, nil until the first message.
  var timbre: Double?

  init(bendRange: Double, isOwn: Bool = false) { (self.bendRange, hasOwnBendRange) = (bendRange, isOwn) }

  var bendSemitones: Double { Double(bend) * bendRange / 8192 }

  /// Reset All Controllers, by MIDI's recommended practice RP-015.
  mutating func resetControllers() {
    sustain = false
    sostenuto = false
    soft = false
    bend = 0
    pressure = pressure.map { _ in 0 }
  }
}
