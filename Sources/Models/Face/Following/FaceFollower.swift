/// Follows one face from frame to frame, and smooths its position.
package struct FaceFollower: Hashable, Sendable {
  /// Whether positions and sizes are averaged.
  package var smooths = true
  private var followed: FaceArea?
  private var averages = Array(repeating: RunningAverage(), count: 4)

  /// Faces that overlap less than this are different faces.
  private static let sameOverlap = 0.2

  package init() {}

  /// The smoothed area of the face that was followed before, or else of the largest one; nil if there is no face.
  ///
  /// - Parameter time: the time of the frame, in seconds.
  package mutating func follow(_ faces: [FaceArea], at time: Double) -> FaceArea? {
    guard let face = same(among: faces) ?? faces.max(by: { $0.size < $1.size }) else {
      followed = nil
      return nil
    }
    if followed == nil || followed?.overlap(with: face) ?? 0 < Self.sameOverlap {
      for index in averages.indices { averages[index].removeAll() }
    }
    followed = face
    return smoothed(face, at: time)
  }

  private func same(among faces: [FaceArea]) -> FaceArea? {
    guard let followed else { return nil }
    let best = faces.max { followed.overlap(with: $0) < followed.overlap(with: $1) }
    return best.flatMap { followed.overlap(with: $0) >= Self.sameOverlap ? $0 : nil }
  }

  private mutating func smoothed(_ face: FaceArea, at time: Double) -> FaceArea {
    let sides = [face.x, face.y, face.width, face.height]
    for (index, side) in sides.enumerated() { averages[index].add(side, at: time) }
    guard smooths else { return face }
    let means = zip(averages, sides).map { $0.mean(at: time) ?? $1 }
    return FaceArea(x: means[0], y: means[1], width: means[2], height: means[3])
  }
}

/// The values with which a face plays the instrument. Positions and sizes are fractions of the frame.
package struct FaceReading: Hashable, Sendable {
  /// The middle of the face, from the left and from the top.
  package let x: Double
  package let y: Double
  /// The width of the face.
  package let size: Double
  /// 0 for black, 1 for white.
  package let brightness: Double
  /// The same for nine equal parts of the face, row by row.
  package let regions: [Double]

  package init(_ face: FaceArea, in frame: GrayFrame) {
    x = ((face.x + face.width / 2) / Double(frame.width)).clamped(to: 0...1)
    y = ((face.y + face.height / 2) / Double(frame.height)).clamped(to: 0...1)
    size = (face.width / Double(frame.width)).clamped(to: 0...1)
    let brightness = frame.brightness(in: face) ?? 0
    self.brightness = brightness
    regions = (0..<9).map { frame.brightness(in: face.ninth($0)) ?? brightness }
  }
}
