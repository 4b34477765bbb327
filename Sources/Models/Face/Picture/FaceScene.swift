import Glibc

/// Everything that decides how the picture looks at one moment.
package struct FaceScene: Hashable, Sendable {
  package var picture: FacePicture
  /// The height of white, as a fraction of the surface's side.
  package var height = FaceWidget.usualHeight
  /// Whether slopes are true, not four times as steep: see `HeightField.isTrue`.
  package var hasTrueSlopes = false
  package var lighting = FaceLighting.harmonics
  package var pose = FacePose()
  /// The number of corners along each side of the surface.
  package var corners = 128

  package static let cornerRange = 2...1024

  package init(_ picture: FacePicture) { self.picture = picture }

  /// The corners of the surface's triangles, numbered row by row from the top left. From the front they go
  /// anticlockwise.
  package static func triangles(corners: Int) -> [UInt32] {
    var indices: [UInt32] = []
    indices.reserveCapacity((corners - 1) * (corners - 1) * 6)
    for row in 0..<corners - 1 {
      for column in 0..<corners - 1 {
        let first = UInt32(row * corners + column)
        let below = first + UInt32(corners)
        indices += [first, below, first + 1, first + 1, below, below + 1]
      }
    }
    return indices
  }
}

/// One lamp with highlights, after Phong.
package enum PhongLamp {
  package static let ambient = 0.3
  package static let light = 0.6
  package static let direction = Vector3(1, 2, 2).normalized
  package static let shininess = 5.0
  package static let strength = 1.0
  /// The direction halfway between those of the lamp and the eye.
  package static let half = (direction + Vector3(0, 0, 1)).normalized

  /// The brightness, 0–1, of a surface with this normal and this brightness of its texture.
  package static func shade(_ texture: Double, normal: Vector3) -> Double {
    let diffuse = max(0, normal.dot(direction))
    let highlight = diffuse > 0 ? pow(max(0, normal.dot(half)), shininess) : 0
    return min(1, texture * (ambient + light * diffuse) + light * highlight * strength)
  }
}

/// A direction or a colour.
package struct Vector3: Hashable, Sendable {
  package var x: Double
  package var y: Double
  package var z: Double

  package init(_ x: Double, _ y: Double, _ z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }

  package func dot(_ other: Vector3) -> Double { x * other.x + y * other.y + z * other.z }

  package var normalized: Vector3 { self * (1 / dot(self).squareRoot()) }

  package static func + (one: Vector3, two: Vector3) -> Vector3 {
    Vector3(one.x + two.x, one.y + two.y, one.z + two.z)
  }

  package static func * (vector: Vector3, factor: Double) -> Vector3 {
    Vector3(vector.x * factor, vector.y * factor, vector.z * factor)
  }
}
