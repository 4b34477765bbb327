/// The mathematical functions that a group's loop over its voices may call.
///
/// Those of `libmvec` take a whole vector. They are declared under other names. So the values that are
/// calculated once a block still come from the functions that a single voice uses. Otherwise a rounding difference
/// in the frequency would make an oscillator drift.
enum GroupMath {
  private static let unary = [
    "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "exp2", "exp10", "log",
    "log2",
    "log10",
  ]
  private static let binary = ["pow", "atan2"]
  /// Functions for which there is an instruction, or none that takes a vector.
  private static let plain = [
    "fabsf", "floorf", "ceilf", "rintf", "roundf", "sqrtf", "fmodf", "remainderf", "abs", "min", "max",
  ]

  private static let names: [String: String] = {
    var names = Dictionary(uniqueKeysWithValues: plain.map { ($0, $0) })
    for name in unary + binary { names["\(name)f"] = "group_\(name)" }
    names["fmaxf"] = "group_max"
    names["fminf"] = "group_min"
    return names
  }()

  /// The name of a function of Faust's code within the loop over the voices; nil if it is not known.
  static func name(of function: String) -> String? { names[function] }

  /// The declarations. With `SPINET_EXACT_GROUPS` the functions calculate in 64 bits, which is slower.
  static let text = """
    #include <math.h>
    #define GROUP_VECTOR __attribute__((simd("notinbranch"), const))
    #ifdef SPINET_EXACT_GROUPS
    \(unary.map { exact($0, ["x"]) }.joined(separator: "\n"))
    \(binary.map { exact($0, ["x", "y"]) }.joined(separator: "\n"))
    #else
    \(unary.map { "float group_\($0)(float) __asm__(\"\($0)f\") GROUP_VECTOR;" }.joined(separator: "\n"))
    \(binary.map { "float group_\($0)(float, float) __asm__(\"\($0)f\") GROUP_VECTOR;" }.joined(separator: "\n"))
    #endif
    static inline float group_max(float a, float b) { return a < b || a != a ? b : a; }
    static inline float group_min(float a, float b) { return b < a || a != a ? b : a; }

    """

  private static func exact(_ name: String, _ parameters: [String]) -> String {
    let types = parameters.map { _ in "double" }.joined(separator: ", ")
    let taken = parameters.map { "float \($0)" }.joined(separator: ", ")
    let given = parameters.joined(separator: ", ")
    return """
      double group_double_\(name)(\(types)) __asm__("\(name)") GROUP_VECTOR;
      static inline float group_\(name)(\(taken)) { return (float)group_double_\(name)(\(given)); }
      """
  }
}
