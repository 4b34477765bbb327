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
