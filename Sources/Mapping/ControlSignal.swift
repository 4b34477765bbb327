/// What a control said, once its message is decoded.
struct ControlSignal: BitwiseCopyable {
  enum Button: BitwiseCopyable { case unchanged, pressed, released }

  /// The control's own number, 7 or 14 bits.
  var raw: UInt16
  /// Only the LSB is new: a closer look at the same position or movement, no further press.
  var isFine = false
  /// Detents instead of a position (controllers 96 and 97); 0: `raw` is the position.
  var steps = 0
  var isPressed: Bool
  var button: Button
  /// A release that counts as a press: the button latches in hardware and tells its state.
  var latched = false
  var nanoseconds: UInt64

  /// Whether a button that acts by press acts now.
  var isPress: Bool { button == .pressed || latched }
}
