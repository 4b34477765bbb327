import Foundation
import Testing

@testable import SpinetFace

@Suite struct RotationTests {
  private static let eighth = Double.pi / 4
  /// Moments, and the angles about both axes.
  private static let moments: [(Double, Double, Double)] = [
    (0, 0, 0), (1, 0, 0), (3.5, eighth / 2, 0), (6, eighth, 0), (11, 0, 0), (16, -eighth, 0), (21, 0, 0),
    (26, 0, eighth), (36, 0, -eighth), (41, 0, 0), (46, eighth, 0), (1046, eighth, 0),
  ]

  @Test(arguments: moments)
  func `After a second of rest it nods and turns for forty seconds, over and over`(
    time: Double, x: Double, y: Double
  ) {
    let pose = FaceRotation(at: 0).pose(at: time)
    #expect(abs(pose.x - x) < 1e-9 && abs(pose.y - y) < 1e-9)
  }

  @Test func `The velocity is that of the angle`() {
    for step in 0..<390 {
      let time = Double(step) / 10 + 0.05
      let difference = FaceAnimation.angle(at: time + 1e-6) - FaceAnimation.angle(at: time - 1e-6)
      #expect(abs(difference / 2e-6 - FaceAnimation.velocity(at: time)) < 1e-5)
    }
  }

  @Test func `A detour begins without a jump and without a jerk, and goes once around the way it was going`()
  {
    for step in 0..<800 {
      let time = 1 + Double(step) / 20
      var rotation = FaceRotation(at: 0)
      let before = rotation
      rotation.turnAround(at: time)
      let isNod = FaceAnimation.isNod(at: time - 1)
      func angle(_ rotation: FaceRotation, _ time: Double) -> Double {
        isNod ? rotation.pose(at: time).x : rotation.pose(at: time).y
      }
      #expect(abs(angle(rotation, time) - angle(before, time)) < 1e-9)
      let velocity = (angle(rotation, time + 1e-6) - angle(rotation, time)) / 1e-6
      #expect(abs(velocity - FaceAnimation.velocity(at: time - 1)) < 1e-3)
    }
  }

  @Test func `A detour lasts a second at most and ends once around, and the motion begins again`() {
    for start in [2.0, 8, 13, 18, 24, 33, 39] {
      var rotation = FaceRotation(at: 0)
      rotation.turnAround(at: start)
      let angles = (0...2000).map { step -> Double in
        let pose = rotation.pose(at: start + Double(step) / 1000)
        return pose.x + pose.y
      }
      let furthest = angles.max { abs($0) < abs($1) } ?? 0
      #expect(abs(abs(furthest) - 2 * .pi) < 1e-3)
      let velocity = FaceAnimation.velocity(at: start - 1)
      #expect(velocity == 0 || (furthest > 0) == (velocity > 0))
      // It has begun again, slowly.
      #expect(abs(angles[2000]) < 0.6)
    }
  }

  @Test func `During a detour another one changes nothing`() {
    var rotation = FaceRotation(at: 0)
    rotation.turnAround(at: 3)
    let before = rotation
    rotation.turnAround(at: 3.2)
    #expect(rotation == before)
  }

  // MARK: The view

  /// Where a point of the surface is on the screen, −1 to 1.
  private static func place(_ x: Float, _ y: Float, _ z: Float, _ matrix: [Float]) -> (
    x: Float, y: Float, z: Float
  ) {
    let point = [x, y, z, 1]
    let sums = (0..<4).map { row in (0..<4).reduce(Float(0)) { $0 + matrix[$1 * 4 + row] * point[$1] } }
    return (sums[0] / sums[3], sums[1] / sums[3], sums[2] / sums[3])
  }

  @Test(arguments: [(100, 100, 22.5), (100, 200, 22.5), (160, 90, 12.65625), (900, 100, 11.25)])
  func `The surface is seen under the angle of the screen`(width: Int, height: Int, degrees: Double) {
    let matrix = FaceView.transform(FacePose(), width: width, height: height)
    let top = Self.place(0.5, 0.5, 0, matrix)
    #expect(abs(Double(top.y) - 0.5 / (2.6 * tan(degrees * .pi / 180))) < 1e-5)
    #expect(abs(Double(top.x) - Double(top.y) * Double(height) / Double(width)) < 1e-5)
  }

  @Test func `What is near is in front of what is far`() {
    let matrix = FaceView.transform(FacePose(), width: 100, height: 100)
    #expect(
      abs(Self.place(0, 0, 2.2, matrix).z + 1) < 1e-4 && abs(Self.place(0, 0, -5.4, matrix).z - 1) < 1e-4)
    #expect(Self.place(0, 0, 0.5, matrix).z < Self.place(0, 0, 0, matrix).z)
  }

  @Test func `A nod turns the top towards the eye, and a turn the left side`() {
    let nod = FaceView.transform(FacePose(x: .pi / 4), width: 100, height: 100)
    #expect(Self.place(0, 0.5, 0, nod).z < Self.place(0, -0.5, 0, nod).z)
    let turn = FaceView.transform(FacePose(y: .pi / 4), width: 100, height: 100)
    #expect(Self.place(-0.5, 0, 0, turn).z < Self.place(0.5, 0, 0, turn).z)
    #expect(
      FaceView.turn(of: FacePose()) == [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1].map(Float.init))
  }
}
