import Foundation
import Glibc
import Scratch
import SpinetDevices
import SpinetMIDI
import SpinetMotion
import SpinetRealtime
import SpinetText
import SpinetWidgets
import SystemPackage

/// What the kernel tells of input devices and of industrial I/O, when a device tells nonsense.
extension Subject {
  /// An event of evdev without its moment, in eight bytes: type, code, value.
  private struct Event {
    let type: UInt16
    let code: UInt16
    let value: Int32

    init(_ bytes: ArraySlice<UInt8>) {
      let value = Subject.number(bytes.dropFirst(4))
      let halves = Subject.number(bytes)
      (type, code) = (UInt16(truncatingIfNeeded: halves), UInt16(truncatingIfNeeded: halves >> 16))
      self.value = value
    }
  }

  /// Of four bytes, the lowest first; those that are missing are 0.
  private static func number(_ bytes: some Collection<UInt8>) -> Int32 {
    Int32(bitPattern: bytes.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) })
  }

  private static func numbers(_ bytes: some Collection<UInt8>) -> [Int32] {
    let bytes = Array(bytes)
    return stride(from: 0, to: bytes.count, by: 4).map { number(bytes[$0...]) }
  }

  private static func events(_ bytes: ArraySlice<UInt8>) -> [Event] {
    stride(from: bytes.startIndex, to: bytes.endIndex - 7, by: 8).map { Event(bytes[$0..<$0 + 8]) }
  }

  /// Six scales and six numbers, then events of a motion sensor.
  func checkAxes(_ bytes: [UInt8]) throws {
    let (scales, numbers) = (Self.numbers(bytes.prefix(24)), Self.numbers(bytes.dropFirst(24).prefix(24)))
    var axes = EventAxes(resolutions: scales, numbers: numbers)
    var tracking = MotionTracking()
    for (step, event) in Self.events(bytes.dropFirst(48)).enumerated() {
      let sample = axes.take(type: event.type, code: event.code, value: event.value)
      if axes.isOutdated, event.value % 2 == 0 { axes.update(numbers: numbers) }
      guard let sample else { continue }
      for axes in [sample.acceleration, sample.rotation].compactMap(\.self)
      where !(axes.x + axes.y + axes.z).isFinite { throw Broken(description: "\(sample)") }
      tracking.take(sample, at: Double(step))
      let moves = tracking.moves(at: Double(step))
      guard moves.allSatisfy({ $0.reading.range.contains($0.value) }) else {
        throw Broken(description: "\(moves)")
      }
    }
  }

  /// Events of a touch screen; what it says of its slots after lost ones are the bytes that follow.
  func checkTouch(_ bytes: [UInt8]) throws {
    let edges = bytes.prefix(6).map { Double($0) - 100 } + [0, 0, 0, 0, 0, 0]
    func range(_ first: Int) -> ClosedRange<Double> {
      min(edges[first], edges[first + 1])...max(edges[first], edges[first + 1])
    }
    var slots = TouchSlots(
      TouchSlots.Ranges(x: range(0), y: range(2), pressure: edges[4] < 0 ? nil : range(4)))
    var down: [Int: Int] = [:]
    var fault: String?
    func note(_ change: TouchSlots.Change) {
      down[change.finger, default: 0] += change.phase == .down ? 1 : change.phase == .up ? -1 : 0
      let parts = [change.x, change.y, change.pressure ?? 0]
      if !parts.allSatisfy((0...1).contains) || down[change.finger, default: 0] < 0 { fault = "\(change)" }
    }
    let events = bytes.dropFirst(6)
    if bytes.count % 2 == 0 { slots.resynchronise(Self.snapshot(events), note) }
    for (step, event) in Self.events(events).enumerated() {
      let look = { Self.snapshot(events.dropFirst(8 * step)) }
      slots.take(type: event.type, code: event.code, value: event.value, currentSlots: look, tell: note)
    }
    slots.liftAll(note)
    if let fault { throw Broken(description: fault) }
    if down.values.contains(where: { $0 != 0 }) { throw Broken(description: "fingers stay: \(down)") }
  }

  private static func snapshot(_ bytes: ArraySlice<UInt8>) -> TouchSlots.Snapshot? {
    let numbers = numbers(bytes.prefix(200))
    guard let current = numbers.first, current % 3 != 0 else { return nil }
    let axes = [TouchSlots.Event.tracking, TouchSlots.Event.x, TouchSlots.Event.y, TouchSlots.Event.pressure]
    var snapshot = TouchSlots.Snapshot(current: Int(current), axes: [:])
    for (index, axis) in axes.enumerated() {
      let values = numbers.dropFirst(1 + index * 3)
      snapshot.axes[axis] = Array(values.prefix(Int(current.magnitude % 50)))
    }
    return snapshot
  }

  /// A folder of industrial I/O, a line for each file: its name, `=`, its text. `node` is what the buffer holds.
  func checkIIO(_ text: String) throws {
    let scratch = try IIOFolder()
    for line in text.split(separator: "\n", omittingEmptySubsequences: true).prefix(60) {
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { scratch.write(String(parts[1]), to: String(parts[0])) }
    }
    do throws(SpinetError) {
      let source = try MotionSources.open(named: "*", iio: scratch.path, nodes: scratch.nodes)
      for _ in 0..<2 {
        for sample in try source.next(within: 0).map(\.sample) {
          var tracking = MotionTracking()
          tracking.take(sample, at: 0)
          guard tracking.moves(at: 0).allSatisfy(\.value.isFinite) else {
            scratch.fault = "\(sample)"
            return
          }
        }
      }
    } catch {
      if error.description.contains("\n") { scratch.fault = "an error of several lines: \(error)" }
    }
    if let fault = scratch.fault { throw Broken(description: fault) }
  }

  static let axesEvents: [[UInt8]] = sensorEvents.map { events in
    Array(repeating: [0, 0x20, 0, 0], count: 6).flatMap(\.self)
      + Array(repeating: [9, 0, 0, 0], count: 6).flatMap(\.self) + events
  }

  /// Two fingers come, move and go; events are lost. An axis and a number, `r` for a report, `d` for lost events.
  static let touchEvents: [[UInt8]] = [
    "47 0 57 1 53 50 54 20 58 9 r 0 53 90 r 0 47 1 57 2 53 9 r 0 57 -1 r 0 47 0 57 -1 r 0",
    "57 5 53 1 54 1 r 0 d 0 53 7 r 0 57 -1 r 0 47 3 57 8 r 0 d 0 r 0",
  ].map { text in
    let words = text.split(separator: " ").map(String.init)
    let ranges: [UInt8] = [0, 200, 0, 200, 100, 200]
    return stride(from: 0, to: words.count, by: 2).reduce(ranges) { $0 + event(words[$1], words[$1 + 1]) }
  }

  private static func event(_ word: String, _ number: String) -> [UInt8] {
    let value = UInt32(bitPattern: Int32(number) ?? 0)
    let code = UInt8(word) ?? (word == "d" ? 3 : 0)
    let bytes = [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: value >> $0) }
    return [UInt8(word) == nil ? 0 : 3, 0, code, 0] + bytes
  }

  static let touchPieces: [[UInt8]] = [
    [0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 3, 0, 0, 0, 0, 0], [3, 0, 0x2F, 0], [3, 0, 0x39, 0], [3, 0, 0x35, 0],
    [0xFF, 0xFF, 0xFF, 0xFF], [0xFF, 0xFF, 0xFF, 0x7F], [0, 0, 0, 0x80], [0, 0, 0x2F, 0, 31, 0, 0, 0],
  ]

  static let iioFolders = [
    """
    name=accel_3d
    in_accel_scale=0.00980665
    in_accel_x_raw=100
    in_accel_y_raw=-100
    in_accel_z_raw=1000
    sampling_frequency=0
    sampling_frequency_available=12.5 25 50
    """,
    """
    name=gyro_3d
    in_anglvel_x_scale=0.001
    in_anglvel_x_offset=5
    in_anglvel_x_raw=1
    buffer/enable=0
    scan_elements/in_anglvel_x_en=1
    scan_elements/in_anglvel_x_index=0
    scan_elements/in_anglvel_x_type=le:s16/32>>0
    scan_elements/in_timestamp_en=0
    node=0123456789abcdef0123456789abcdef
    """,
  ]

  static let iioPieces = [
    "=", "\n", "nan", "inf", "-0", "1e999", "1e-999", "0x10", "99999999999999999999", "\nin_accel_x_type=",
    "\nscan_elements/in_anglvel_y_index=-1", "be:u64/64>>0", "le:s8/8>>0", "[0 0 0]", "\nname=a", "\nname=",
    "\nin_accel_scale=", "\nin_anglvel_y_raw=7", "\nnode=", "\u{0}",
  ]
}

/// A folder with one device; it is removed in the end.
private final class IIOFolder {
  let path = FilePath("/dev/shm/fuzz-iio-\(UUID().uuidString)")
  var nodes: FilePath { path.appending("nodes") }
  var fault: String?
  private var device: FilePath { path.appending("iio:device0") }

  init() throws {
    for folder in ["buffer", "scan_elements"] { try device.appending(folder).makeFolder() }
    try nodes.makeFolder()
  }

  deinit { try? FileManager.default.removeItem(atPath: path.string) }

  /// Names that lead elsewhere are no files of the device.
  func write(_ text: String, to name: String) {
    guard !name.contains("."), !name.contains("\0"), name.utf8.count < 100, !name.isEmpty else { return }
    let file = name == "node" ? nodes.appending("iio:device0") : device.appending(name)
    guard file.starts(with: path) else { return }
    try? file.write(Array((text + (name == "node" ? "" : "\n")).utf8))
  }
}
