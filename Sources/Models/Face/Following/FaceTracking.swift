/// Turns frames into moves of the widgets.
package struct FaceTracking: Sendable {
  /// The new value of a widget.
  package struct Move: Hashable, Sendable {
    package let widget: FaceWidget
    package let value: Double
  }

  private var detector: FaceDetector
  private var follower = FaceFollower()
  private var shown: [FaceWidget: Double] = [:]
  /// The face in the last frame, and that frame at the size that was searched; nil without a face.
  package private(set) var seen: (face: FaceArea, frame: GrayFrame)?

  /// Wider frames are made smaller before they are searched, so that the search takes no longer.
  package static let widest = 320
  /// The least size of a face, as a fraction of the frame's shorter side. Smaller ones are in the background.
  private static let smallest = 0.1
  /// A smaller change is not a move.
  private static let least = 1e-4

  package init(_ cascade: LBPCascade) { detector = FaceDetector(cascade, smallest: Self.smallest) }

  /// The moves for a frame. Without a face, all widgets but `present` keep their values.
  ///
  /// - Parameters:
  ///   - time: the time of the frame, in seconds.
  ///   - smooths: whether the position is averaged.
  package mutating func moves(for frame: GrayFrame, at time: Double, smooths: Bool) -> [Move] {
    let frame = frame.shrunk(to: Self.widest)
    follower.smooths = smooths
    seen = follower.follow(detector.faces(in: frame), at: time).map { ($0, frame) }
    var values: [(FaceWidget, Double)] = [(.present, seen == nil ? 0 : 1)]
    if let face = seen?.face {
      let reading = FaceReading(face, in: frame)
      values += [(.x, reading.x), (.y, reading.y), (.size, reading.size), (.brightness, reading.brightness)]
      values += zip(FaceWidget.regions, reading.regions)
    }
    return changes(among: values)
  }

  /// The moves when no more frames come. Then there is no face either.
  package mutating func movesWithoutFrames() -> [Move] {
    seen = nil
    follower = FaceFollower()
    return changes(among: [(.present, 0)])
  }

  private mutating func changes(among values: [(FaceWidget, Double)]) -> [Move] {
    values.compactMap { widget, value in
      if let old = shown[widget], abs(old - value) < Self.least { return nil }
      shown[widget] = value
      return Move(widget: widget, value: value)
    }
  }
}

extension GrayFrame {
  /// The frame itself, or a smaller copy if it is wider than this.
  package func shrunk(to widest: Int) -> GrayFrame {
    guard width > widest else { return self }
    let rows = (height * widest / width).clamped(to: GrayFrame.sides)
    var scaled = ScaledFrame()
    scaled.fill(from: self, width: widest, height: rows)
    return GrayFrame(Array(scaled.pixels.prefix(widest * rows)), width: widest, height: rows)
  }
}
