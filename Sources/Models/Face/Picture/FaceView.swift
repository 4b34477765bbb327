import Glibc

/// The position of the eye. Matrices are four columns of four numbers, as shaders take them.
package enum FaceView {
  package static let background = Vector3(0.4, 0.4, 0.5)
  static let fieldOfView = Double.pi / 4
  static let near = 0.4
  static let far = 8.0
  static let distance = 2.6
  /// The aspect ratio up to which the field of view narrows. There the surface fills the height of the screen.
  static let widest = 2.0

  /// The matrix from positions on the surface to positions on the screen.
  package static func transform(_ pose: FacePose, width: Int, height: Int) -> [Float] {
    let aspect = Double(max(1, width)) / Double(max(1, height))
    return product(projection(aspect: aspect), moved(turn(pose))).map(Float.init)
  }

  /// The matrix from directions of the surface to directions of the eye.
  package static func turn(of pose: FacePose) -> [Float] { turn(pose).map(Float.init) }

  static func projection(aspect: Double) -> [Double] {
    let angle = fieldOfView / aspect.clamped(to: 1...widest)
    let focus = 1 / tan(angle / 2)
    return [
      focus / aspect, 0, 0, 0,
      0, focus, 0, 0,
      0, 0, (far + near) / (near - far), -1,
      0, 0, 2 * far * near / (near - far), 0,
    ]
  }

  /// Rotates by the nod first, then by the turn.
  private static func turn(_ pose: FacePose) -> [Double] {
    let (sx, cx, sy, cy) = (sin(pose.x), cos(pose.x), sin(pose.y), cos(pose.y))
    return [
      cy, 0, -sy, 0,
      sy * sx, cx, cy * sx, 0,
      sy * cx, -sx, cy * cx, 0,
      0, 0, 0, 1,
    ]
  }

  private static func moved(_ turn: [Double]) -> [Double] {
    var turn = turn
    turn[14] = -distance
    return turn
  }

  private static func product(_ one: [Double], _ two: [Double]) -> [Double] {
    (0..<16).map { index -> Double in
      let (row, column) = (index % 4, index / 4)
      return (0..<4).reduce(0) { sum, step in sum + one[step * 4 + row] * two[column * 4 + step] }
    }
  }
}
