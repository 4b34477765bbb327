import Foundation
import Glibc
import SpinetDevices
import SpinetFace
import SpinetFaceInput
import SpinetFormats
import SpinetPanel
import SpinetRealtime

/// A face in frames of a camera, beside OpenCV's own detector with the same cascade and settings, on one core; and the
/// face's picture, drawn without a screen.
struct FaceBenchmark {
  let peers: Peers
  private static let rounds = 15
  private static let faces = [(0.3, 0.4, 0.35), (0.5, 0.5, 0.6), (0.6, 0.5, 0.8), (0.7, 0.6, 0.45)]

  /// What was measured of one frame.
  private struct Measure {
    let seconds: Double
    let face: FaceArea
  }

  func rows() throws -> [Table.Row] {
    guard let bytes = FileManager.default.contents(atPath: LBPCascade.usualFile) else {
      peers.skip("a face", because: "Debian's package opencv-data is not installed")
      return []
    }
    let cascade = try LBPCascade(bytes: Array(bytes), file: LBPCascade.usualFile)
    return try [(320, 240), (640, 480)].map { try row($0, $1, cascade) } + pictureRows()
  }

  /// In software where there is no graphics processor.
  private func pictureRows() -> [Table.Row] {
    do throws(SpinetError) {
      return try [256, 512].map { side throws(SpinetError) in
        let renderer = try FaceRenderer(shader: PageShader.face, width: side, height: side)
        return Table.Row(
          work: "the face's picture in \(side)×\(side), without a screen (60 on a graphics processor)",
          spinet: "\(try Self.framesPerSecond(renderer).short) frames/s")
      }
    } catch {
      peers.skip("the face's picture", because: error.why)
      return []
    }
  }

  /// The picture turns, so that no frame is like the one before.
  private static func framesPerSecond(_ renderer: FaceRenderer) throws(SpinetError) -> Double {
    var scene = FaceScene(SyntheticFace.picture())
    let rotation = FaceRotation(at: 0)
    var times: [Double] = []
    for frame in 0..<60 {
      scene.pose = rotation.pose(at: 2 + Double(frame) / 60)
      let begin = HostTime.now
      _ = try renderer.picture(of: scene)
      times.append(Double(HostTime.now.nanoseconds(since: begin)) * 1e-9)
    }
    return 1 / times.median
  }

  private func row(_ width: Int, _ height: Int, _ cascade: LBPCascade) throws -> Table.Row {
    let frames = Self.faces.compactMap {
      SyntheticFace.frame(width: width, height: height, x: $0, y: $1, size: $2)
    }
    let own = frames.map { Self.measure($0, FaceDetector(cascade)) }
    let others = try openCV(frames)
    let distance = zip(own, others).map { Self.distance($0.face, $1.face) }.max()
    let apart = distance.map { ", at most \($0.short) pixels apart" } ?? ""
    return Table.Row(
      "a face in \(width)×\(height), beside OpenCV\(apart)", own.map(\.seconds).median * 1000,
      others.isEmpty ? nil : others.map(\.seconds).median * 1000, unit: "CPU ms")
  }

  private static func measure(_ frame: GrayFrame, _ detector: FaceDetector) -> Measure {
    var detector = detector
    var found: [FaceArea] = []
    let times = (0..<rounds).map { _ in
      Stopwatch.processorSeconds { found = detector.faces(in: frame) }
    }
    return Measure(
      seconds: times.median, face: found.first ?? FaceArea(x: 0, y: 0, width: 0, height: 0))
  }

  /// Nothing where OpenCV's Python module is missing.
  private func openCV(_ frames: [GrayFrame]) throws -> [Measure] {
    let python = ProcessInfo.processInfo.environment["PYTHON"] ?? "/usr/bin/python3"
    guard (try? Run([python, "-c", "import cv2"]).succeed()) != nil else {
      peers.skip("OpenCV", because: "\(python) has no module cv2; set PYTHON to one that has it")
      return []
    }
    let scratch = try Scratch()
    let paths = try frames.enumerated().map { index, frame in
      let path = scratch.file("\(index).pgm")
      let header = Data("P5 \(frame.width) \(frame.height) 255\n".utf8)
      try (header + Data(frame.pixels)).write(to: URL(fileURLWithPath: path))
      return path
    }
    let script = PeerVoices.path("face.py")
    let answer = scratch.file("faces.txt")
    try Run([python, script, LBPCascade.usualFile, "\(Self.rounds)", answer] + paths).succeed()
    return try String(contentsOfFile: answer, encoding: .utf8).split(separator: "\n").compactMap {
      line in
      let numbers = line.split(separator: " ").compactMap { Double($0) }
      guard numbers.count == 5 else { return nil }
      return Measure(
        seconds: numbers[0],
        face: FaceArea(x: numbers[1], y: numbers[2], width: numbers[3], height: numbers[4]))
    }
  }

  /// The most that one of the four sides differs.
  private static func distance(_ one: FaceArea, _ two: FaceArea) -> Double {
    [
      one.x - two.x, one.y - two.y, one.x + one.width - two.x - two.width,
      one.y + one.height - two.y - two.height,
    ].map { abs($0) }.max() ?? 0
  }
}
