import SpinetDevices
import SpinetFace
import SpinetMotion
import SpinetPanel

/// What devices and pages send: frames of cameras, and the descriptions and events of sensors.
extension Subject {
  /// The bytes as each kind of frame, and what is left of it made smaller and looked at.
  func checkFrame(_ bytes: [UInt8]) throws {
    let sides = bytes.prefix(6).map(Int.init) + [0, 0, 0, 0, 0, 0]
    let yuyv = bytes.withUnsafeBufferPointer {
      CameraFrames.yuyv($0, width: sides[1] - 1, height: sides[3] - 1, stride: sides[5] - 1)
    }
    let jpeg =
      CameraFrames.hasJPEG ? bytes.withUnsafeBufferPointer { CameraFrames.jpeg($0) } : nil
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
    [0, 5, 0, 3, 0, 11] + (0..<40), [0, 6, 0, 4] + (0..<24), [0, 3, 0, 2, 1, 2, 3, 4, 5, 6], Self.jpeg,
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

  /// A picture of 16 by 8 pixels.
  private static let jpeg: [UInt8] = [
    255, 216, 255, 224, 0, 16, 74, 70, 73, 70, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0,
    255, 219, 0, 67, 0, 13, 9, 10, 11, 10, 8, 13, 11, 10, 11, 14, 14, 13, 15, 19,
    32, 21, 19, 18, 18, 19, 39, 28, 30, 23, 32, 46, 41, 49, 48, 46, 41, 45, 44, 51,
    58, 74, 62, 51, 54, 70, 55, 44, 45, 64, 87, 65, 70, 76, 78, 82, 83, 82, 50, 62,
    90, 97, 90, 80, 96, 74, 81, 82, 79, 255, 192, 0, 11, 8, 0, 8, 0, 16, 1, 1,
    17, 0, 255, 196, 0, 31, 0, 0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0,
    0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 255, 196, 0, 181, 16,
    0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 125, 1, 2, 3, 0,
    4, 17, 5, 18, 33, 49, 65, 6, 19, 81, 97, 7, 34, 113, 20, 50, 129, 145, 161, 8,
    35, 66, 177, 193, 21, 82, 209, 240, 36, 51, 98, 114, 130, 9, 10, 22, 23, 24, 25, 26,
    37, 38, 39, 40, 41, 42, 52, 53, 54, 55, 56, 57, 58, 67, 68, 69, 70, 71, 72, 73,
    74, 83, 84, 85, 86, 87, 88, 89, 90, 99, 100, 101, 102, 103, 104, 105, 106, 115, 116, 117,
    118, 119, 120, 121, 122, 131, 132, 133, 134, 135, 136, 137, 138, 146, 147, 148, 149, 150, 151, 152,
    153, 154, 162, 163, 164, 165, 166, 167, 168, 169, 170, 178, 179, 180, 181, 182, 183, 184, 185, 186,
    194, 195, 196, 197, 198, 199, 200, 201, 202, 210, 211, 212, 213, 214, 215, 216, 217, 218, 225, 226,
    227, 228, 229, 230, 231, 232, 233, 234, 241, 242, 243, 244, 245, 246, 247, 248, 249, 250, 255, 218,
    0, 8, 1, 1, 0, 0, 63, 0, 63, 225, 11, 254, 197, 255, 0, 152, 143, 159, 183, 254,
    152, 237, 255, 0, 217, 141, 31, 240, 148, 255, 0, 98, 255, 0, 203, 151, 159, 183, 254, 154,
    237, 254, 134, 191, 255, 217,
  ]
}
