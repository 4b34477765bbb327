/// What tells a controller from another of its name, and outlives its being unplugged.
public struct ControllerIdentity: Hashable, Sendable {
  /// The device's own; makers give one and the same to all of a model, or none.
  public var serial: String?
  /// Where on USB it is plugged in: `1-1.2`.
  public var place: String?
  /// Whether another controller that is here has the same serial number.
  public var sharesSerial: Bool

  public init(serial: String? = nil, place: String? = nil, sharesSerial: Bool = false) {
    self.serial = serial
    self.place = place
    self.sharesSerial = sharesSerial
  }

  /// As `ports:` of a mapping may call it, the more telling first: `serial 0001`, `usb 1-1.2`.
  public var names: [String] {
    let names = [serial.map { "serial \($0)" }, place.map { "usb \($0)" }].compactMap { $0 }
    return sharesSerial ? names.reversed() : names
  }
}
