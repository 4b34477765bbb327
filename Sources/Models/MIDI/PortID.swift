/// Where a message came from: one port of one source, for as long as that port exists.
///
/// For the ALSA sequencer: client × 256 + port. Two controllers never share an ID at the same time, so that a
/// controller that leaves releases its own notes and no others.
public struct PortID: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The port of traces and of files.
  public static let file = PortID(rawValue: .max)
}

/// Tells controllers of one name apart, also after they were unplugged and plugged in again.
public struct ControllerIdentity: Hashable, Sendable {
  /// The device's serial number. Some makers give all devices of a model the same one, or none.
  public var serial: String?
  /// The USB port it is plugged into: `1-1.2`.
  public var usbPath: String?
  /// Whether another connected controller has the same serial number.
  public var sharesSerial: Bool

  public init(serial: String? = nil, usbPath: String? = nil, sharesSerial: Bool = false) {
    self.serial = serial
    self.usbPath = usbPath
    self.sharesSerial = sharesSerial
  }

  /// The names that `ports:` of a mapping may use, the more specific one first: `serial 0001`, `usb 1-1.2`.
  public var names: [String] {
    let names = [serial.map { "serial \($0)" }, usbPath.map { "usb \($0)" }].compactMap { $0 }
    return sharesSerial ? names.reversed() : names
  }
}
