import SpinetDSP

/// One partial of a struck body.
struct Mode: Equatable {
  /// The frequency, as a multiple of the body's.
  var ratio: Float
  var level: Float
  /// Seconds until it is 60 dB softer; infinity for a tone that lasts.
  var decay: Float
}

/// Filtered noise of a stroke: a stick, wires, a breath.
struct NoiseTraits: BitwiseCopyable {
  var level: Float = 0
  /// Seconds: of the rise, until it is 60 dB softer, and before it begins.
  var attack: Float = 0.0005
  var decay: Float = 0.1
  var delay: Float = 0
  /// The filter's frequency in hertz, where it begins and where it goes, and how fast.
  var from: Float = 5_000
  var to: Float = 5_000
  var sweep: Float = 0.05
  /// The inverse of the filter's quality.
  var damping: Float = 1.2
  /// How much of each output of the filter is heard.
  var low: Float = 0
  var band: Float = 0
  var high: Float = 0
}

/// How a body's motion becomes sound.
enum Pickup: BitwiseCopyable {
  /// As it is.
  case none
  /// A steel tine before a magnet: the flux falls with the square of the distance.
  case magnetic
  /// A reed in an electric field, whose charge rises as it comes near.
  case electrostatic
}

/// What the audio thread knows of a body besides its modes.
struct ModalTraits: BitwiseCopyable {
  /// The first row of its modes in the table, and the number of rows of eight.
  var firstRow = 0
  var rowCount = 0
  /// The frequency; 0 for that of the key.
  var hertz: Float = 0
  var level: Float = 1
  /// −1 is left, 1 is right.
  var pan: Float = 0
  /// The frequency above which a stroke of full strength excites less, and how many octaves the softest is below it.
  var hardness: Float = 8_000
  var softer: Float = 3
  /// How far the pitch is raised by the stroke, in octaves, and how many seconds it takes to fall most of the way.
  var bend: Float = 0
  var bendSeconds: Float = 0.03
  /// How much faster high keys decay: 1 is twice as fast an octave higher.
  var tracking: Float = 0
  /// How much one stroke differs from the next, 0–1.
  var variation: Float = 0
  var noise = (NoiseTraits(), NoiseTraits())
  /// How often the first noise is heard, and how many seconds apart.
  var bursts = 1
  var burstSeconds: Float = 0.01
  /// Bodies of the same class, except 0, silence each other.
  var exclusive = 0
  /// Seconds until it is 60 dB softer after the key is let go; 0 if it does not hear that.
  var release: Float = 0
  /// Seconds of the rise, for what is not struck.
  var attack: Float = 0
  var pickup = Pickup.none
  /// How far the motion reaches into the pickup's field at full strength, and its place beside the middle.
  var reach: Float = 0
  var offset: Float = 0
  /// Whether its modes are nine drawbars and two percussions.
  var isOrgan = false
  /// Whether a pedal opens it, as a hat.
  var isHat = false
}

/// A body as it is designed, before it goes into the table.
struct Body {
  var modes: [Mode] = []
  var traits = ModalTraits()

  init(_ modes: [Mode] = [], _ change: (inout ModalTraits) -> Void = { _ in }) {
    self.modes = modes
    change(&traits)
  }

  func with(_ change: (inout Body) -> Void) -> Body {
    var body = self
    change(&body)
    return body
  }
}
