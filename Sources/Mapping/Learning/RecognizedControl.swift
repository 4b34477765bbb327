/// What a control that somebody moved turned out to be.
public struct RecognizedControl: Hashable, Sendable {
  public enum Nature: Hashable, Sendable {
    /// It tells where it stands: a knob, a fader, a wheel, a pedal.
    case position
    /// It tells turns and has no end; `autoRelative` while the stream fits several encodings.
    case encoder(ControlMode)
    /// It counts a parameter up and down, and has no end.
    case increments
    /// Pressed and let go.
    case button
    /// It stays where it was pressed to: a switch, or a button that latches in hardware.
    case latch
  }

  /// With the channel on which it was heard.
  public var control: Control
  public var nature: Nature

  public init(_ control: Control, _ nature: Nature) {
    self.control = control
    self.nature = nature
  }

  /// For people: `knob or fader`, `endless, offset-64`.
  public var remark: String {
    switch (nature, control.kind) {
    case (.encoder(.autoRelative), _): "endless"
    case (.encoder(let mode), _): "endless, \(mode.rawValue)"
    case (.increments, _): "endless, up and down by one"
    case (.button, _): "button"
    case (.latch, _): "switch that stays"
    case (.position, .cc14): "knob or fader, 14 bits"
    case (.position, .nrpn), (.position, .rpn): "parameter"
    case (.position, .bend): "pitch bend"
    case (.position, .pressure), (.position, .poly): "key pressure"
    case (.position, .program): "program change"
    case (.position, _): "knob or fader"
    }
  }
}
