import DSP

/// A recording in memory, ready to be read at any speed.
public final class Sample: @unchecked Sendable {
  // Sendable because nothing is written after init.
  public let frameCount: Int
  public let isStereo: Bool
  public let framesPerSecond: Double
  /// The note that it sounds when it is played as it is: 60 is middle C, fractions are cents.
  public let rootNote: Double?
  /// The stretch that is to be repeated.
  public let loop: Range<Int>?
  private let memory: UnsafeMutablePointer<Float>
  private let levels: UnsafeMutablePointer<SampleLevel>

  /// - Parameters:
  ///   - frameCount: 1 or more.
  ///   - fill: writes `frameCount` samples to the left and, if it is stereo, to the right.
  public init<Failure: Error>(
    frameCount: Int, isStereo: Bool, framesPerSecond: Double, rootNote: Double? = nil,
    loop: Range<Int>? = nil,
    fill: (_ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>?) throws(Failure) -> Void
  ) throws(Failure) {
    precondition(frameCount > 0)
    self.frameCount = frameCount
    self.isStereo = isStereo
    self.framesPerSecond = framesPerSecond
    self.rootNote = rootNote
    let loop = loop?.clamped(to: 0..<frameCount)
    self.loop = loop?.isEmpty == false ? loop : nil
    memory = .allocate(capacity: Self.size(of: frameCount, isStereo: isStereo))
    levels = .allocate(capacity: Self.levelCount)
    layOut()
    try fill(levels[0].left, isStereo ? levels[0].right : nil)
    finish(levels[0].left)
    if isStereo { finish(levels[0].right) }
    let filter = OctaveFilter()
    for level in 1..<Self.levelCount { halve(level - 1, into: level, filter) }
  }

  deinit {
    memory.deallocate()
    levels.deallocate()
  }

  /// Must not outlive this object.
  var frames: SampleFrames { SampleFrames(levels: levels, count: frameCount, isStereo: isStereo) }

  /// The recording, and it without its upper one to five octaves, of which every second to 32nd frame is kept:
  /// what is played far above its own pitch would otherwise fold down into hearing. Twice the memory.
  static let levelCount = SampleFrames.highestLevel + 1

  /// Samples beyond each end, so that what reads around a place need not ask where the end is.
  static let margin = OctaveFilter.reach

  private static func frames(_ frameCount: Int, at level: Int) -> Int { ((frameCount - 1) >> level) + 1 }

  private static func size(of frameCount: Int, isStereo: Bool) -> Int {
    let plane = (0..<levelCount).reduce(0) { $0 + frames(frameCount, at: $1) + 2 * margin }
    return plane * (isStereo ? 2 : 1)
  }

  private func layOut() {
    var free = memory
    for level in 0..<Self.levelCount {
      let count = Self.frames(frameCount, at: level)
      let left = free + Self.margin
      free += count + 2 * Self.margin
      let right = isStereo ? free + Self.margin : left
      if isStereo { free += count + 2 * Self.margin }
      (levels + level).initialize(to: SampleLevel(left: left, right: right, last: count - 1))
    }
  }

  /// Makes everything a number that filters bear, and mirrors the ends outwards.
  private func finish(_ samples: UnsafeMutablePointer<Float>) {
    for frame in 0..<frameCount {
      let sample = samples[frame]
      samples[frame] = sample.isFinite ? min(max(sample, -16), 16) : 0
    }
    mirror(samples, last: frameCount - 1)
  }

  private func mirror(_ samples: UnsafeMutablePointer<Float>, last: Int) {
    for distance in 1...Self.margin {
      samples[-distance] = samples[min(distance, last)]
      samples[last + distance] = samples[max(last - distance, 0)]
    }
  }

  private func halve(_ above: Int, into level: Int, _ filter: OctaveFilter) {
    let planes = [(levels[above].left, levels[level].left), (levels[above].right, levels[level].right)]
    for (from, into) in planes.prefix(isStereo ? 2 : 1) {
      for frame in 0...levels[level].last { into[frame] = filter.value(at: from + 2 * frame) }
      mirror(into, last: levels[level].last)
    }
  }
}

/// A recording at one bandwidth.
struct SampleLevel: BitwiseCopyable {
  let left: UnsafeMutablePointer<Float>
  /// The left one again, if there is only one.
  let right: UnsafeMutablePointer<Float>
  /// The last frame's place.
  let last: Int
}

/// Where a `Sample` lies, free of reference counting.
struct SampleFrames: BitwiseCopyable {
  let levels: UnsafeMutablePointer<SampleLevel>
  static var highestLevel: Int { @_noLocks get { 5 } }
  let count: Int
  let isStereo: Bool
}
