import Foundation
import Glibc
import SpinetMotion
import SpinetRealtime
import SystemPackage
import Testing

@testable import SpinetDevices

@Suite struct MotionSourceTests {
  /// Files as the kernel shows a HID sensor hub: an accelerometer and a gyroscope, with or without buffers.
  private final class Folder {
    let path = FilePath(NSTemporaryDirectory()).appending("iio-\(UUID().uuidString)")
    var nodes: FilePath { path.appending("dev") }

    init() throws {
      try FileManager.default.createDirectory(atPath: nodes.string, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path.string) }

    func write(_ files: [String: String], to device: String) throws {
      for (name, text) in files {
        let file = URL(filePath: "\(path)/\(device)/\(name)")
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data((text + "\n").utf8).write(to: file)
      }
    }

    func text(_ file: String) throws -> String {
      try String(contentsOfFile: "\(path)/\(file)", encoding: .utf8)
    }
  }

  private static func channels(_ kind: String, _ numbers: [Int], scale: String) -> [String: String] {
    var files = ["in_\(kind)_scale": scale]
    for (axis, number) in zip(["x", "y", "z"], numbers) { files["in_\(kind)_\(axis)_raw"] = "\(number)" }
    return files
  }

  private static let accelerometer =
    channels("accel", [0, 500, 1000], scale: "0.00980665").merging(["name": "accel_3d"]) { $1 }
  private static let gyroscope =
    channels("anglvel", [100, 0, -100], scale: "0.01").merging(["name": "gyro_3d"]) { $1 }

  @Test func `Without buffers the numbers are read one by one, of both devices`() throws {
    let folder = try Folder()
    try folder.write(Self.accelerometer, to: "iio:device0")
    try folder.write(Self.gyroscope, to: "iio:device1")
    try folder.write(["name": "light", "in_illuminance_raw": "5"], to: "iio:device2")
    #expect(MotionSources.names(in: folder.path).prefix(2) == ["accel_3d", "gyro_3d"])
    let source = try MotionSources.open(named: "*_3d", iio: folder.path)
    let samples = try source.next(within: 1).map(\.sample)
    #expect(samples.count == 2)
    let acceleration = try #require(samples[0].acceleration)
    #expect(abs(acceleration.y - 0.5) < 1e-9 && abs(acceleration.z - 1) < 1e-9 && samples[0].rotation == nil)
    #expect(samples[1] == MotionSample(rotation: SIMD3(1, 0, -1)))
  }

  @Test func `A buffer is turned on with our channels alone, read as it is cut, and turned off`() throws {
    let folder = try Folder()
    try folder.write(Self.accelerometer, to: "iio:device0")
    var scan = [
      "buffer/enable": "0", "scan_elements/in_timestamp_en": "1", "in_accel_sampling_frequency": "0",
    ]
    for (index, axis) in ["x", "y", "z"].enumerated() {
      scan["scan_elements/in_accel_\(axis)_en"] = "0"
      scan["scan_elements/in_accel_\(axis)_index"] = "\(index)"
      scan["scan_elements/in_accel_\(axis)_type"] = "le:s16/32>>0"
    }
    try folder.write(scan, to: "iio:device0")
    #expect(mkfifo("\(folder.nodes)/iio:device0", 0o600) == 0)
    // Both ends, so that opening does not wait.
    let writer = open("\(folder.nodes)/iio:device0", O_RDWR)
    defer { close(writer) }
    do {
      let device = try #require(IIODevice.all(in: folder.path, nodes: folder.nodes).first)
      let source = IIOSource([try IIOSensor(device)])
      #expect(
        try folder.text("iio:device0/buffer/enable") == "1\n"
          || folder.text("iio:device0/buffer/enable") == "1")
      #expect(try folder.text("iio:device0/scan_elements/in_timestamp_en").hasPrefix("0"))
      #expect(try folder.text("iio:device0/in_accel_sampling_frequency") == "100")
      #expect(try folder.text("iio:device0/scan_elements/in_accel_y_en").hasPrefix("1"))
      let bytes: [UInt8] = [0, 0, 9, 9, 0xF4, 0x01, 9, 9, 0xE8, 0x03, 9, 9]
      for part in [bytes[..<5], bytes[5...]] { #expect(write(writer, Array(part), part.count) == part.count) }
      let samples = try source.next(within: 1)
      #expect(samples.count == 1)
      let acceleration = try #require(samples.first?.sample.acceleration)
      #expect(abs(acceleration.y - 0.5) < 1e-9 && abs(acceleration.z - 1) < 1e-9)
      #expect(try source.next(within: 0.01).isEmpty)
    }
    #expect(try folder.text("iio:device0/buffer/enable").hasPrefix("0"))
  }

  @Test(arguments: [
    ("12.5 26 52 104 208", "104"), ("10 50", "50"), ("400.5 200", "200"), ("[1 1 50]", "50"),
    ("[150 50 400]", "150"), ("", nil), ("fast", nil),
  ])
  func `Where a device has no rate of 100 it gives the next higher, or its highest`(
    available: String, rate: String?
  ) {
    #expect(IIOSensor.nearestRate(among: available) == rate)
  }

  @Test func `A buffer that another program uses is left alone`() throws {
    let folder = try Folder()
    try folder.write(Self.accelerometer, to: "iio:device0")
    try folder.write(["buffer/enable": "1"], to: "iio:device0")
    let device = try #require(IIODevice.all(in: folder.path, nodes: folder.nodes).first)
    #expect(try IIOSensor(device).readSamples().count == 1)
    #expect(try folder.text("iio:device0/buffer/enable") == "1\n")
  }

  @Test func `Scales that cannot be are devices that are not there`() throws {
    for scale in ["0", "nan", "inf", "", "two"] {
      let folder = try Folder()
      try folder.write(Self.channels("accel", [0, 0, 1], scale: scale), to: "iio:device0")
      #expect(IIODevice.all(in: folder.path).isEmpty, "\(scale)")
    }
  }

  @Test func `A device that vanishes is told`() throws {
    let folder = try Folder()
    try folder.write(Self.accelerometer, to: "iio:device0")
    let source = try MotionSources.open(named: "accel", iio: folder.path)
    try FileManager.default.removeItem(atPath: folder.path.appending("iio:device0").string)
    let error = #expect(throws: SpinetError.self) { try source.next(within: 1) }
    #expect(error?.why == "it is gone")
  }

  @Test func `Events of a controller come from a pipe, with their moments, and its end is told`() throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    let axes = EventAxes(resolutions: [100, 100, 100, 0, 0, 0])
    let source = EventMotion(descriptor: ends[0], name: "pad", axes)
    var bytes: [UInt8] = []
    for (type, code, value) in [(3, 0, 50), (3, 2, 100), (0, 0, 0)] as [(UInt16, UInt16, Int32)] {
      bytes += withUnsafeBytes(of: (Int64(3), Int64(250_000), type, code, value)) { Array($0) }
    }
    #expect(write(ends[1], bytes, bytes.count) == bytes.count)
    let samples = try source.next(within: 1)
    #expect(samples.map(\.sample) == [MotionSample(acceleration: SIMD3(0.5, 0, 1))])
    #expect(samples.first?.time.nanoseconds == 3_250_000_000)
    close(ends[1])
    #expect(throws: SpinetError.self) { try source.next(within: 1) }
  }

  @Test func `A sensor that is not there is told with those that are`() throws {
    let folder = try Folder()
    let missing = #expect(throws: SpinetError.self) {
      try MotionSources.open(named: "gyro", iio: folder.path)
    }
    #expect(missing?.what == "motion sensor gyro" && missing?.remedy.description.isEmpty == false)
    try folder.write(Self.accelerometer, to: "iio:device0")
    let other = #expect(throws: SpinetError.self) { try MotionSources.open(named: "gyro", iio: folder.path) }
    #expect(other?.remedy.description.contains("accel_3d") == true)
    #expect(throws: SpinetError.self) { try MotionSources.open(named: "/dev/null", iio: folder.path) }
  }
}
