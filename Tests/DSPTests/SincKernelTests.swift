import Foundation
import SpinetDSP
import Testing

struct SincKernelTests {
  private static let kernel = SincKernel()

  /// The largest error of a cosine that is read between its samples.
  private static func error(cycles: Double) -> Double {
    let samples = (-16..<64).map { Float(cos(2 * .pi * cycles * Double($0))) }
    return samples.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return 1 }
      return (0..<40 * 61).map { step in
        let position = Double(step) / 61
        let fraction = UInt32((position - position.rounded(.down)) * 4_294_967_296)
        let value = kernel.weights.value(after: start + 16 + Int(position), kernel.weights.at(fraction))
        return abs(Double(value) - cos(2 * .pi * cycles * position))
      }.max() ?? 1
    }
  }

  @Test(arguments: [(0.0, 1e-6), (0.05, 1e-4), (0.2, 3e-4), (0.3, 2e-3), (0.37, 0.02)])
  func `Between samples lies what was sampled`(cycles: Double, limit: Double) {
    #expect(Self.error(cycles: cycles) < limit)
  }

  @Test func `On a sample it is that sample`() {
    let weights = Self.kernel.weights.at(0)
    #expect(weights.before[7] == 1 && weights.before.sum() == 1 && weights.after.sum() == 0)
  }
}
