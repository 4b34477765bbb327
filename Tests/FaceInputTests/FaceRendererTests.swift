import Foundation
import SpinetFace
import SpinetRealtime
import Testing

@testable import SpinetFaceInput

/// The shader against the model. Where there is no EGL there is nothing to compare.
@Suite(.serialized) struct FaceRendererTests {
  private static let shader: String = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = root.appending(path: "Sources/Panel/Page/face/face.glsl")
    return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  }()

  static let hasGraphics = (try? GraphicsContext()) != nil

  private static func draw(_ scene: FaceScene, width: Int = 128, height: Int = 128) throws -> FacePicture {
    try FaceRenderer(shader: shader, width: width, height: height).picture(of: scene)
  }

  private static func pixel(_ picture: FacePicture, _ x: Int, _ y: Int) -> [Double] {
    let first = (y * picture.width + x) * 3
    return picture.bytes[first..<first + 3].map { Double($0) / 255 }
  }

  private static func flat(_ value: Double) -> FaceScene {
    var scene = FaceScene(FacePicture(width: 32, height: 32) { _, _ in (value, value / 2, 0) })
    scene.height = 0
    return scene
  }

  @Test(.enabled(if: hasGraphics)) func `Around the surface is the ground's colour`() throws {
    let picture = try Self.draw(Self.flat(1))
    for (x, y) in [(0, 0), (127, 0), (0, 127), (127, 127)] {
      #expect(zip(Self.pixel(picture, x, y), [0.4, 0.4, 0.5]).allSatisfy { abs($0 - $1) < 0.01 })
    }
  }

  @Test(.enabled(if: hasGraphics), arguments: [0.0, 0.3, 0.8])
  func `A lamp lights a flat surface as the model says`(
    value: Double
  ) throws {
    var scene = Self.flat(value)
    scene.lighting = .phong
    let normal = Vector3(0, 0, 1)
    let seen = Self.pixel(try Self.draw(scene), 64, 64)
    let texel = (value * 255).rounded() / 255
    #expect(abs(seen[0] - PhongLamp.shade(texel, normal: normal)) < 0.01)
    #expect(abs(seen[2] - PhongLamp.shade(0, normal: normal)) < 0.01)
  }

  @Test(.enabled(if: hasGraphics), arguments: [0.0, 6, 16, 26, 36])
  func `The sky lights a turned surface as the model says`(
    time: Double
  ) throws {
    var scene = Self.flat(0.6)
    scene.pose = FaceRotation(at: 0).pose(at: time)
    let normal = Vector3(
      sin(scene.pose.y) * cos(scene.pose.x), -sin(scene.pose.x), cos(scene.pose.y) * cos(scene.pose.x))
    let light = Sky.afternoon.harmonics.irradiance(on: normal)
    let seen = Self.pixel(try Self.draw(scene), 64, 64)
    #expect(abs(seen[0] - 0.6 * 0.8 * light.x) < 0.01 && abs(seen[1] - 0.3 * 0.8 * light.y) < 0.01)
  }

  @Test(.enabled(if: hasGraphics), arguments: [false, true])
  func `A slope is lit as the height field's normal says`(
    isTrue: Bool
  ) throws {
    let ramp = FacePicture(width: 128, height: 128) { column, row in
      let value = Double(column + row) / 254
      return (value, value, value)
    }
    var scene = FaceScene(ramp)
    scene.height = 0.1
    scene.hasTrueSlopes = isTrue
    scene.lighting = .phong
    let normal = HeightField(ramp, scale: 0.1, isTrue: isTrue).normal(u: 0.5, v: 0.5)
    let seen = Self.pixel(try Self.draw(scene), 64, 64)
    #expect(abs(seen[0] - PhongLamp.shade(0.5, normal: normal)) < 0.03)
  }

  @Test(.enabled(if: hasGraphics)) func `White stands nearer to the eye than black`() throws {
    var scene = FaceScene(FacePicture(width: 32, height: 32) { _, _ in (1, 1, 1) })
    scene.pose = FacePose(y: .pi / 2 - 0.01)
    scene.height = 0.75
    // From the side, white is seen to the right of the edge, and the back to the left.
    let picture = try Self.draw(scene, width: 256, height: 256)
    func isGround(_ x: Int) -> Bool { Self.pixel(picture, x, 128)[2] - Self.pixel(picture, x, 128)[0] > 0.09 }
    #expect(!isGround(128 + 60) && !isGround(128 - 40) && isGround(10) && isGround(250))
  }

  @Test(.enabled(if: hasGraphics)) func `The back is white and has no face`() throws {
    var scene = Self.flat(0)
    scene.pose = FacePose(y: .pi)
    scene.lighting = .phong
    let seen = Self.pixel(try Self.draw(scene), 64, 64)
    #expect(seen[0] > 0.5 && abs(seen[0] - seen[2]) < 0.01)
  }

  /// How far the back stands out at a height of the picture, seen from the side. What is nearer to the eye is larger.
  private static func bulge(at v: Double) -> Double {
    stride(from: 0.0, through: 1, by: 0.001).map { u in
      let larger = 2.6 / (2.6 - (u - 0.5))
      return 0.5 * sin(.pi * u) * sin(.pi * (0.5 + (v - 0.5) / larger)) * larger
    }.max() ?? 0
  }

  @Test(.enabled(if: hasGraphics), arguments: [0.5, 0.25, 0.75, 0.125])
  func `The back bulges by half of the surface's side, as a sine each way`(v: Double) throws {
    var scene = Self.flat(0)
    scene.pose = FacePose(y: .pi / 2)
    let side = 512
    let picture = try Self.draw(scene, width: side, height: side)
    // Pixels to a side of the surface.
    let scale = Double(side) / 2 / (2.6 * tan(.pi / 8))
    let row = Int((Double(side) / 2 + (v - 0.5) * scale).rounded())
    let ground = Self.pixel(picture, 0, row)
    let first = try #require((0..<side).first { Self.pixel(picture, $0, row) != ground })
    #expect(abs((Double(side) / 2 - Double(first)) / scale - Self.bulge(at: v)) < 0.01)
  }

  @Test(.enabled(if: hasGraphics))
  func `A scene that is drawn twice is the same, and each scene shows its own picture`() throws {
    let renderer = try FaceRenderer(shader: Self.shader, width: 96, height: 64)
    let face = FaceScene(SyntheticFace.picture())
    let first = try renderer.picture(of: face)
    let other = try renderer.picture(of: Self.flat(1))
    let again = try renderer.picture(of: face)
    #expect(first != other && first == again)
    #expect(first.width == 96 && first.height == 64)
  }

  @Test(.enabled(if: hasGraphics)) func `A shader that does not compile is refused in one line`() {
    let error = #expect(throws: SpinetError.self) {
      try FaceRenderer(shader: "void main() { nothing }\n", width: 64, height: 64)
    }
    #expect(error?.description.contains("\n") == false && error?.why.contains("refuses a shader") == true)
  }
}
