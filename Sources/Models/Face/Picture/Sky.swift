import Glibc

/// The light around the picture: one colour from everywhere, and lobes that are brightest in one direction.
package struct Sky: Hashable, Sendable {
  /// Light around a direction: a power of the cosine, and none from behind.
  package struct Lobe: Hashable, Sendable {
    package let direction: Vector3
    package let power: Int
    package let colour: Vector3

    package init(_ direction: Vector3, power: Int, colour: Vector3) {
      self.direction = direction.normalized
      self.power = max(0, power)
      self.colour = colour
    }
  }

  package let ground: Vector3
  package let lobes: [Lobe]

  package init(ground: Vector3, lobes: [Lobe]) {
    self.ground = ground
    self.lobes = lobes
  }

  /// An afternoon: a blue sky above, the sun at the upper right, a bright wall behind the eye.
  package static let afternoon = Sky(
    ground: Vector3(0.07, 0.06, 0.05),
    lobes: [
      Lobe(Vector3(0, 1, 0), power: 1, colour: Vector3(0.16, 0.22, 0.32)),
      Lobe(Vector3(0.55, 0.5, 0.67), power: 8, colour: Vector3(1.10, 0.95, 0.74)),
      Lobe(Vector3(-0.5, 0.1, 0.86), power: 2, colour: Vector3(0.20, 0.19, 0.20)),
    ])

  /// The light from a direction of length 1.
  package func radiance(from direction: Vector3) -> Vector3 {
    lobes.reduce(ground) { sum, lobe in
      sum + lobe.colour * pow(max(0, lobe.direction.dot(direction)), Double(lobe.power))
    }
  }

  /// The sky's coefficients for ``Harmonics``, in closed form. A lobe has one coefficient per order; its direction
  /// distributes it over the functions of that order.
  package var harmonics: Harmonics {
    var parts = [ground * (4 * .pi * Harmonics.values(at: Vector3(0, 0, 1))[0])]
    parts += Array(repeating: Vector3(0, 0, 0), count: 8)
    for lobe in lobes {
      let values = Harmonics.values(at: lobe.direction)
      for index in 0..<9 {
        parts[index] = parts[index] + lobe.colour * (Self.part(lobe.power, index) * values[index])
      }
    }
    return Harmonics(parts)
  }

  /// 2π times the integral from 0 to 1 of tⁿ and the Legendre polynomial of the order (Funk and Hecke).
  private static func part(_ power: Int, _ index: Int) -> Double {
    let power = Double(power)
    let integral =
      switch index {
      case 0: 1 / (power + 1)
      case 1...3: 1 / (power + 2)
      default: (3 / (power + 3) - 1 / (power + 1)) / 2
      }
    return 2 * .pi * integral
  }
}

/// Light from all directions as nine colours: spherical harmonics of order 0, 1 and 2 (Ramamoorthi and Hanrahan).
package struct Harmonics: Hashable, Sendable {
  /// In the order 00, 1−1, 10, 11, 2−2, 2−1, 20, 21, 22.
  package let parts: [Vector3]

  package init(_ parts: [Vector3]) { self.parts = parts }

  /// The fraction of the light that the surface reflects.
  package static let gain = 0.8
  static let constants = [0.429043, 0.511664, 0.743125, 0.886227, 0.247708]

  /// The values of the nine functions in a direction of length 1.
  package static func values(at d: Vector3) -> [Double] {
    [
      0.282095, 0.488603 * d.y, 0.488603 * d.z, 0.488603 * d.x, 1.092548 * d.x * d.y, 1.092548 * d.y * d.z,
      0.315392 * (3 * d.z * d.z - 1), 1.092548 * d.x * d.z, 0.546274 * (d.x * d.x - d.y * d.y),
    ]
  }

  /// The light that falls on a surface with this normal.
  package func irradiance(on n: Vector3) -> Vector3 {
    let c = Self.constants
    var sum = parts[0] * c[3] + parts[6] * (c[2] * n.z * n.z - c[4])
    sum = sum + parts[8] * (c[0] * (n.x * n.x - n.y * n.y))
    sum = sum + (parts[4] * (n.x * n.y) + parts[7] * (n.x * n.z) + parts[5] * (n.y * n.z)) * (2 * c[0])
    return sum + (parts[3] * n.x + parts[1] * n.y + parts[2] * n.z) * (2 * c[1])
  }
}
