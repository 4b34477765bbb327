/// The port of a MIDI source that a message came from. The number is valid as long as the port exists.
///
/// For the ALSA sequencer: client × 256 + port. Two controllers never have the same ID at the same time, so a
/// controller that is disconnected releases only its own notes.
public struct PortID: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  /// The number, which means something only while the port exists.
  public let rawValue: UInt32
  /// A port by its number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The port of traces and of files.
  public static let file = PortID(rawValue: .max)
  /// The port of motion sensors and faces.
  public static let readings = PortID(rawValue: .max - 1)
}

/// Distinguishes controllers with the same name, even after they were unplugged and plugged in again.
public struct ControllerIdentity: Hashable, Sendable {
  /// The device's serial number. Some manufacturers use the same one for all devices of a model, or none.
  public var serial: String?
  /// The USB port of the device: `1-1.2`.
  public var usbPath: String?
  /// Whether another connected controller has the same serial number.
  public var sharesSerial: Bool

  /// What is known of a device; nil for what it does not tell.
  public init(serial: String? = nil, usbPath: String? = nil, sharesSerial: Bool = false) {
    self.serial = serial
    self.usbPath = usbPath
    self.sharesSerial = sharesSerial
  }

  /// The names that `ports:` of a mapping may use, the most specific one first: `serial 0001`, `usb 1-1.2`.
  public var names: [String] {
    let names = [serial.map { "serial \($0)" }, usbPath.map { "usb \($0)" }].compactMap { $0 }
    return sharesSerial ? names.reversed() : names
  }
}
