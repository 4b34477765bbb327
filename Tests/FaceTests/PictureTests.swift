import Foundation
import Testing

@testable import SpinetFace

@Suite struct PictureTests {
  // MARK: The height field

  private static let white = FacePicture(width: 64, height: 64) { _, _ in (1, 1, 1) }

  @Test(
    arguments: [
      (0.5, 0.5, 0.5), (0.05, 0.5, 0.25), (0.95, 0.5, 0.25), (0.05, 0.05, 0.125), (0, 0.5, 0), (1, 0.3, 0),
    ] as [(Double, Double, Double)])
  func `White is as high as the scale says, and goes down over a tenth at each edge`(
    u: Double, v: Double, height: Double
  ) {
    #expect(abs(HeightField(Self.white, scale: 0.5).height(u: u, v: v) - height) < 1e-9)
  }

  @Test(
    arguments: [((1.0, 0.0, 0.0), 0.2126), ((0, 1, 0), 0.7152), ((0, 0, 1), 0.0722)]
      as [((Double, Double, Double), Double)])
  func `Colours are as high as Rec 709 says`(colour: (Double, Double, Double), height: Double) {
    let picture = FacePicture(width: 16, height: 16) { _, _ in colour }
    #expect(abs(HeightField(picture, scale: 1).height(u: 0.5, v: 0.5) - height) < 1e-6)
  }

  /// From black at the left to white at the right.
  private static let ramp = FacePicture(width: 128, height: 128) { column, _ in
    let value = Double(column) / 127
    return (value, value, value)
  }

  @Test(arguments: [(false, 4.0), (true, 1.0)])
  func `Slopes are four times as steep as they are, or true`(isTrue: Bool, factor: Double) {
    let normal = HeightField(Self.ramp, scale: 0.5, isTrue: isTrue).normal(u: 0.5, v: 0.5)
    #expect(abs(normal.dot(normal) - 1) < 1e-9)
    #expect(abs(-normal.x / normal.z - 0.5 * factor) < 0.02 * factor && abs(normal.y) < 1e-9)
  }

  @Test func `A slope that goes down towards the bottom looks down`() {
    let picture = FacePicture(width: 64, height: 64) { _, row in
      let value = 1 - Double(row) / 63
      return (value, value, value)
    }
    #expect(HeightField(picture).normal(u: 0.5, v: 0.5).y < -0.5)
  }

  @Test func `A picture of one texel is flat but for its edge`() {
    let field = HeightField(.black)
    #expect(field.height(u: 0.5, v: 0.5) == 0 && field.normal(u: 0.5, v: 0.5) == Vector3(0, 0, 1))
  }

  @Test(arguments: [(-3, 0, 0, 0), (9, 1, 3, 1), (2, -1, 2, 0), (1, 7, 1, 2), (-9, 9, 0, 2)])
  func `Beyond its edges a picture goes on as it ends`(column: Int, row: Int, nearest: Int, edge: Int) {
    let picture = FacePicture(width: 4, height: 3) { column, row in
      (Double(column) / 3, Double(row) / 2, 0)
    }
    #expect(picture.luminance(column, row) == picture.luminance(nearest, edge))
  }

  @Test func `The surface has 128 corners along each side, and every triangle faces the eye`() {
    let corners = FaceScene(.black).corners
    let triangles = FaceScene.triangles(corners: corners).map(Int.init)
    #expect(corners == 128 && Set(triangles) == Set(0..<128 * 128) && triangles.count == 127 * 127 * 2 * 3)
    for first in stride(from: 0, to: triangles.count, by: 3) {
      let places = triangles[first..<first + 3].map { (x: $0 % corners, y: -($0 / corners)) }
      let (a, b, c) = (places[0], places[1], places[2])
      // Twice its area, above 0 where the corners go anticlockwise.
      #expect((b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y) == 1)
    }
  }

  @Test func `A face is cut out of its picture, as far as it is inside`() {
    let picture = FacePicture(width: 4, height: 3) { column, row in
      (Double(column) / 255, Double(row) / 255, 0)
    }
    let cut = picture.cut(FaceArea(x: 2, y: 1, width: 9, height: 9))
    #expect(cut?.bytes == [2, 1, 0, 3, 1, 0, 2, 2, 0, 3, 2, 0])
    #expect(picture.cut(FaceArea(x: 4, y: 0, width: 2, height: 2)) == nil)
    #expect(picture.cut(FaceArea(x: .nan, y: 0, width: 2, height: 2)) == nil)
    #expect(FacePicture(width: 2, height: 2, bytes: [1]) == nil)
  }

  // MARK: Light

  /// The integral over the sphere of a function of a direction.
  private static func integral(_ value: (Vector3) -> Vector3) -> Vector3 {
    let (rows, columns) = (200, 400)
    var sum = Vector3(0, 0, 0)
    for row in 0..<rows {
      let z = (Double(row) + 0.5) / Double(rows) * 2 - 1
      for column in 0..<columns {
        let angle = (Double(column) + 0.5) / Double(columns) * 2 * .pi
        let side = (1 - z * z).squareRoot()
        sum = sum + value(Vector3(side * cos(angle), side * sin(angle), z))
      }
    }
    return sum * (4 * .pi / Double(rows * columns))
  }

  @Test func `The sky's harmonics are those of a numerical integration`() {
    let sky = Sky.afternoon
    for (index, part) in sky.harmonics.parts.enumerated() {
      let sum = Self.integral { sky.radiance(from: $0) * Harmonics.values(at: $0)[index] }
      #expect(abs(sum.x - part.x) < 1e-3 && abs(sum.y - part.y) < 1e-3 && abs(sum.z - part.z) < 1e-3)
    }
  }

  private static let directions: [(Double, Double, Double)] = [
    (0, 0, 1), (0, 1, 0), (0, -1, 0), (1, 0, 0), (-1, 0, 0), (0.55, 0.5, 0.67), (-1, 1, 1),
  ]

  @Test(arguments: directions)
  func `The light on a surface is that of the whole sky, to a few parts in a hundred`(
    x: Double, y: Double, z: Double
  ) {
    let normal = Vector3(x, y, z).normalized
    let sum = Self.integral { Sky.afternoon.radiance(from: $0) * max(0, normal.dot($0)) }
    let light = Sky.afternoon.harmonics.irradiance(on: normal)
    #expect(abs(sum.x - light.x) < 0.05 && abs(sum.y - light.y) < 0.05 && abs(sum.z - light.z) < 0.05)
  }

  private static func shader() throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try String(contentsOf: root.appending(path: "Sources/Panel/Page/face/face.glsl"), encoding: .utf8)
  }

  /// A driver need not allow offsets beyond 7.
  @Test func `The shader reads a texel and the three after it, each way`() throws {
    let text = try Self.shader()
    let offsets = text.matches(of: /(LUMINANCE|ROW)\((\d+)/).map { "\($0.1) \($0.2)" }
    #expect(offsets == ["LUMINANCE", "ROW"].flatMap { name in (0..<4).map { "\(name) \($0)" } })
    #expect(text.ranges(of: "textureOffset").count == 1)
  }

  @Test func `The shader's sky is the model's`() throws {
    let text = try Self.shader()
    let parts = Sky.afternoon.harmonics.parts.map { part in
      let words = [part.x, part.y, part.z].map { String(format: "%.5f", $0) }.joined(separator: ", ")
      return "  vec3(\(words))"
    }
    #expect(text.contains(parts.joined(separator: ",\n")), "\(parts.joined(separator: ",\n"))")
  }

  @Test func `A lamp gives ambient light, diffuse light and a highlight, and never more than white`() {
    #expect(PhongLamp.shade(1, normal: Vector3(-1, -2, -2).normalized) == 0.3)
    #expect(PhongLamp.shade(0, normal: Vector3(-1, 0, 0)) == 0)
    #expect(PhongLamp.shade(1, normal: PhongLamp.direction) == 1)
    let front = 0.5 * (0.3 + 0.6 * 2 / 3) + 0.6 * pow((5.0 / 6).squareRoot(), 5)
    #expect(abs(PhongLamp.shade(0.5, normal: Vector3(0, 0, 1)) - min(1, front)) < 1e-9)
  }
}
