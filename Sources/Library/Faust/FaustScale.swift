import Glibc

/// `[scale:…]` as Faust's `ValueConverter.h` computes it, also where that overflows.
enum FaustScale {
  case linear, logarithmic, exponential

  init(_ name: String?) {
    switch name {
    case "log": self = .logarithmic
    case "exp": self = .exponential
    default: self = .linear
    }
  }

  func value(at position: Double, from low: Double, to high: Double) -> Double {
    func between(_ start: Double, _ end: Double) -> Double { start + position * (end - start) }
    let smallest = Double.leastNormalMagnitude
    return switch self {
    case .linear: between(low, high)
    case .logarithmic: exp(between(log(max(smallest, low)), log(max(smallest, high))))
    case .exponential:
      log(between(min(Double.greatestFiniteMagnitude, exp(low)), min(.greatestFiniteMagnitude, exp(high))))
    }
  }
}
