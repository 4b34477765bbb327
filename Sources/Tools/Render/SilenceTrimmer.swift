/// Holds back silence until sound follows, so that a file ends exactly with the last audible frame.
struct SilenceTrimmer {
  private let outputs: Int
  /// A sample for each output, frame by frame.
  private var held: [Float] = []
  /// −100 dB of full scale.
  private static let threshold: Float = 1e-5

  init(outputs: Int) { self.outputs = outputs }

  /// The number of frames that are held back.
  var frames: Int { held.count / outputs }

  /// Takes the samples of further frames, and returns those of all frames up to the last audible one.
  mutating func take(_ samples: [Float]) -> [Float] {
    held += samples
    guard let audible = samples.lastIndex(where: { abs($0) >= Self.threshold }) else { return [] }
    let due = held.count - samples.count + (audible / outputs + 1) * outputs
    defer { held.removeFirst(due) }
    return Array(held.prefix(due))
  }
}
