import CRealtime

/// Frequencies on the scale on which they are heard. [control-thread]
enum Octaves {
  static func of(_ ratio: Float) -> Float { Float(rt_log2(Double(ratio))) }
  static func ratio(_ octaves: Float) -> Float { Float(rt_exp2(Double(octaves))) }
}
