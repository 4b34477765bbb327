import Scratch
import SpinetDevices
import SpinetFace
import SpinetFaceInput
import SpinetMotion
import SpinetPanel

/// What devices and pages send: frames of cameras, and the descriptions and events of sensors.
extension Subject {
  /// The bytes as each kind of frame, and what is left of it made smaller and looked at.
  func checkFrame(_ bytes: [UInt8]) throws {
    let sides = bytes.prefix(6).map(Int.init) + [0, 0, 0, 0, 0, 0]
    let yuyv = CameraFrames.yuyv(
      bytes.span, width: sides[1] - 1, height: sides[3] - 1, stride: sides[5] - 1)
    let jpeg = CameraFrames.hasJPEG ? CameraFrames.jpeg(bytes.span) : nil
    for frame in [yuyv, jpeg, PageFrame(bytes)?.frame].compactMap(\.self) {
      guard frame.pixels.count == frame.width * frame.height else {
        throw Broken(description: "\(frame.width)×\(frame.height) with \(frame.pixels.count) pixels")
      }
      let small = frame.shrunk(to: 8)
      let area = FaceArea(x: Double(sides[0]) - 9, y: 1, width: 7, height: Double(sides[2]))
      let brightness = small.cut(area).flatMap { $0.brightness(in: area) } ?? 0
      guard (0...1).contains(brightness) else { throw Broken(description: "a brightness of \(brightness)") }
    }
  }

  /// The bytes as the type of a channel and as what lies in it, and as events of a motion sensor.
  func checkSensor(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes.prefix(40), as: UTF8.self)
    if let element = ScanElement(text), (1...8).contains(element.byteCount) {
      let stored = (bytes + [0, 0, 0, 0, 0, 0, 0, 0]).prefix(element.byteCount)
      guard element.number(stored).isFinite else { throw Broken(description: "\(text): not a number") }
    }
    var axes = EventAxes(resolutions: bytes.prefix(6).map { Int32($0) - 8 })
    var tracking = MotionTracking()
    for (number, start) in stride(from: 0, to: bytes.count - 7, by: 8).enumerated() {
      let event = bytes[start..<start + 8].map(Int32.init)
      let value = event[4] | event[5] << 8 | event[6] << 16 | event[7] << 24
      let sample = axes.take(
        type: UInt16(event[0] | event[1] << 8), code: UInt16(event[2] | event[3] << 8), value: value)
      guard let sample else { continue }
      tracking.take(sample, at: Double(number))
      let moves = tracking.moves(at: Double(number))
      guard moves.allSatisfy(\.value.isFinite) else { throw Broken(description: "\(moves)") }
    }
  }

  static let frames: [[UInt8]] = [
    [0, 5, 0, 3, 0, 11] + (0..<40), [0, 6, 0, 4] + (0..<24), [0, 3, 0, 2, 1, 2, 3, 4, 5, 6], SmallJPEG.bytes,
  ]

  static let framePieces: [[UInt8]] = [
    [0xFF, 0xD8], [0xFF, 0xD9], [0xFF, 0xC0, 0, 11, 8], [0xFF, 0xC2], [0xFF, 0xDA], [0xFF, 0xDB, 0, 67, 0],
    [0xFF, 0xC4], [0xFF, 0xFF], [0, 0], [0x7F, 0xFF], [0, 1],
  ]

  static let sensorTexts = ["le:s16/32>>0", "be:u12/16>>4\n", "le:s64/64>>0", "le:s24/32>>8 rest"]

  /// Turned, and a report; events that were dropped.
  static let sensorEvents: [[UInt8]] = [
    [3, 0, 0, 0, 0, 16, 0, 0, 3, 0, 3, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 3, 0, 0, 0, 0, 0, 3, 0, 1, 0, 0, 0, 0, 0x80, 0, 0, 0, 0, 0, 0, 0, 0],
  ]

  static let sensorPieces: [[UInt8]] = [
    Array("le:".utf8), Array("be:u".utf8), Array("/64>>".utf8), Array("s0/".utf8), Array("9999999999".utf8),
    [3, 0, 5, 0], [0, 0, 0, 0, 0, 0, 0, 0], [0xFF, 0xFF, 0xFF, 0x7F], [0, 0, 0, 0x80],
  ]
}
