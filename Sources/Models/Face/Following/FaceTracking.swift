/// Turns frames into moves of the widgets.
package struct FaceTracking: Sendable {
  /// A widget that has another value now.
  package struct Move: Hashable, Sendable {
    package let widget: FaceWidget
    package let value: Double
  }

  private var detector: FaceDetector
  private var follower = FaceFollower()
  private var shown: [FaceWidget: Double] = [:]
  /// The face of the last frame, and the frame as it was looked at; nil without a face.
  package private(set) var seen: (face: FaceArea, frame: GrayFrame)?

  /// Larger frames are made smaller before a face is looked for, so that they take no longer.
  package static let widest = 320
  /// A face that is smaller, as a part of the frame's shorter side, is somebody in the background.
  private static let smallest = 0.1
  /// A smaller change is not a move.
  private static let least = 1e-4

  package init(_ cascade: LBPCascade) { detector = FaceDetector(cascade, smallest: Self.smallest) }

  /// Without a face the others keep their values.
  ///
  /// - Parameters:
  ///   - time: of the frame, in seconds.
  ///   - smooths: whether the place is averaged.
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

  /// Frames come no more: there is no face either.
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
  /// The same frame, made smaller if it is wider.
  package func shrunk(to widest: Int) -> GrayFrame {
    guard width > widest else { return self }
    let rows = (height * widest / width).clamped(to: GrayFrame.sides)
    var scaled = ScaledFrame()
    scaled.fill(from: self, width: widest, height: rows)
    return GrayFrame(Array(scaled.pixels.prefix(widest * rows)), width: widest, height: rows)
  }
}
