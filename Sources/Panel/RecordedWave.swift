import SpinetEngine
import SpinetSession
import SpinetSurface

/// A recording or a table that pages draw.
final class RecordedWave: Sendable {
  let pyramid: WavePyramid
  let read: @Sendable (_ first: Int, _ samples: inout MutableSpan<Float>) -> Void

  /// Reads the whole recording, which may take a while.
  init(
    frameCount: Int, _ read: @escaping @Sendable (_ first: Int, _ samples: inout MutableSpan<Float>) -> Void
  ) {
    self.read = read
    pyramid = WavePyramid(frameCount: frameCount, read)
  }

  convenience init(_ samples: [Float]) {
    self.init(frameCount: samples.count) { first, into in
      for index in into.indices where first + index < samples.count { into[index] = samples[first + index] }
    }
  }
}

/// A table of a program that is read part by part, as `spinet csound table` reads it.
struct TableReading: Sendable {
  enum Outcome: Sendable {
    case incomplete(TableReading)
    case complete(RecordedWave)
    /// The program does not play, or has no such table.
    case refused
  }

  let number: Int
  /// Empty for the only one.
  let part: String
  private var samples: [Float] = []

  /// The largest number of values in one request.
  static let mostValues = 65_536

  init(number: Int, part: String) { (self.number, self.part) = (number, part) }

  var request: Request {
    .program(.showTable(number, from: samples.count), part: part.isEmpty ? nil : part)
  }

  /// Takes the values of an answer.
  consuming func taking(_ response: Response) -> Outcome {
    guard case .program(.values(let values)) = response, !values.isEmpty else {
      return samples.isEmpty ? .refused : .complete(RecordedWave(samples))
    }
    samples += values.map { Float($0) }.map { $0.isFinite ? $0 : 0 }
    return values.count < Self.mostValues ? .complete(RecordedWave(samples)) : .incomplete(self)
  }
}
