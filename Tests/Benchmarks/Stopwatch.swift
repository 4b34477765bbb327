import Glibc

/// Processor time and wall time of a piece of work.
enum Stopwatch {
  /// Seconds of processor time that this thread spent in `work`.
  static func processorSeconds(_ work: () throws -> Void) rethrows -> Double {
    let start = clock(CLOCK_THREAD_CPUTIME_ID)
    try work()
    return clock(CLOCK_THREAD_CPUTIME_ID) - start
  }

  /// Seconds since some moment, for differences.
  static func clock(_ id: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(id, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}

extension [Double] {
  var median: Double {
    let ordered = sorted()
    guard !ordered.isEmpty else { return .nan }
    return ordered.count % 2 == 1
      ? ordered[count / 2] : (ordered[count / 2 - 1] + ordered[count / 2]) / 2
  }
}

extension Double {
  /// Three significant figures: `4.21e-05`, `12.3`.
  var short: String {
    guard isFinite, self != 0 else { return "\(self)" }
    let exponent = log10(abs(self)).rounded(.down)
    if exponent < -2 || exponent > 5 { return scientific }
    let places = pow(10, max(0, 2 - exponent))
    return "\((self * places).rounded() / places)"
  }

  private var scientific: String {
    let exponent = Int(log10(abs(self)).rounded(.down))
    let mantissa = (self / pow(10, Double(exponent)) * 100).rounded() / 100
    return "\(mantissa)e\(exponent)"
  }
}
