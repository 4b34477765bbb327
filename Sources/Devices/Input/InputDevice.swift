import CInput
import Glibc
import SpinetRealtime
import SpinetText
import SystemPackage

/// An input device of the kernel: a touch screen, a motion sensor.
struct InputDevice {
  let path: FilePath
  let name: String

  /// The kinds that can play, with their names in messages.
  enum Kind: String {
    case touchScreen = "touch screen"
    case motionSensor = "motion sensor"

    func matches(_ descriptor: Int32) -> Bool {
      switch self {
      case .touchScreen: input_has_slots(descriptor) != 0
      case .motionSensor: input_is_motion_sensor(descriptor) != 0
      }
    }
  }

  private static let mostDevices = 64

  /// The readable devices of a kind.
  static func all(_ kind: Kind) -> [InputDevice] {
    (0..<mostDevices).compactMap { number in
      let path = FilePath("/dev/input/event\(number)")
      let descriptor = read(path)
      guard descriptor >= 0 else { return nil }
      defer { close(descriptor) }
      var name = [CChar](repeating: 0, count: 256)
      guard kind.matches(descriptor), input_name(descriptor, &name, name.count - 1) == 1 else { return nil }
      let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      return InputDevice(path: path, name: String(decoding: bytes, as: UTF8.self))
    }
  }

  /// Opens the device of this name. Its time stamps are those of the monotonic clock.
  ///
  /// - Parameter name: a part of its name, a shell wildcard, or the path of a device.
  /// - Returns: a descriptor that the caller closes.
  static func open(_ kind: Kind, named name: String) throws(SpinetError) -> Int32 {
    let devices = all(kind)
    let match = devices.first { namePattern(name, matches: $0.name) }?.path
    guard let path = name.hasPrefix("/") ? FilePath(name) : match else { throw unknown(kind, name, devices) }
    let descriptor = read(path)
    guard descriptor >= 0 else {
      throw SpinetError(
        .deviceForbidden, what: "\(kind.rawValue) \(name)", why: "\(Errno.last)",
        remedy: "get permission to read \(path), for instance in the group input")
    }
    guard kind.matches(descriptor) else {
      close(descriptor)
      throw unknown(kind, name, devices)
    }
    _ = input_use_monotonic_clock(descriptor)
    return descriptor
  }

  private static func read(_ path: FilePath) -> Int32 {
    Glibc.open(path.string, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
  }

  private static func unknown(_ kind: Kind, _ name: String, _ devices: [InputDevice]) -> SpinetError {
    SpinetError(
      .deviceNotFound, what: "\(kind.rawValue) \(name)",
      why: devices.isEmpty ? "no \(kind.rawValue) can be read" : "no \(kind.rawValue) has that name",
      remedy: devices.isEmpty
        ? "connect one, or get permission to read /dev/input, for instance in the group input"
        : Remedy(.chooseAvailable, values: devices.map(\.name)))
  }
}
