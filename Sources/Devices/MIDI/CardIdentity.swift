import SpinetMIDI
import SpinetText
import SystemPackage

/// Distinguishes sound cards of the same model by the system's information about their USB devices.
struct CardIdentity {
  /// The kernel's folder of sound cards: `/sys/class/sound`.
  let root: FilePath

  static let current = CardIdentity(root: "/sys/class/sound")

  /// Nil for a card that is not connected by USB.
  func identity(ofCard number: Int) -> ControllerIdentity? {
    guard let device = usbDevice(ofCard: number) else { return nil }
    let serial = serial(of: device)
    return ControllerIdentity(
      serial: serial, usbPath: device.name,
      sharesSerial: serial.map { isShared($0, by: device) } ?? false)
  }

  /// The folder of the card's device, which is above its USB interface.
  private func usbDevice(ofCard number: Int) -> FilePath? {
    guard let interface = root.appending("card\(number)/device").resolved else { return nil }
    let device = interface.removingLastComponent()
    return device.appending("busnum").exists ? device : nil
  }

  private func serial(of device: FilePath) -> String? {
    device.appending("serial").trimmedText.flatMap { $0.isEmpty ? nil : $0 }
  }

  private func isShared(_ serial: String, by device: FilePath) -> Bool {
    let entries = (try? root.entries()) ?? []
    let numbers = entries.filter { $0.hasPrefix("card") }.compactMap { Int($0.dropFirst(4)) }
    return numbers.compactMap(usbDevice).contains { $0 != device && self.serial(of: $0) == serial }
  }
}
