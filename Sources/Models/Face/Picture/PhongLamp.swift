import Glibc

/// One lamp with highlights, after Phong.
package enum PhongLamp {
  package static let ambient = 0.3
  package static let light = 0.6
  package static let direction = Vector3(1, 2, 2).normalized
  package static let shininess = 5.0
  package static let strength = 1.0
  /// In the middle between the lamp and the eye.
  package static let half = (direction + Vector3(0, 0, 1)).normalized

  /// What is seen of a brightness, 0–1, on a surface with this normal.
  package static func shade(_ texture: Double, normal: Vector3) -> Double {
    let diffuse = max(0, normal.dot(direction))
    let highlight = diffuse > 0 ? pow(max(0, normal.dot(half)), shininess) : 0
    return min(1, texture * (ambient + light * diffuse) + light * highlight * strength)
  }
}
