import FoundationEssentials
import Glibc
import SpinetMotion
import SpinetText

/// A sensor of the kernel's industrial I/O, as files of sysfs (Documentation/ABI/testing/sysfs-bus-iio).
package struct IIODevice {
  let path: String
  /// The device file that the buffer is read from.
  let node: String
  package let name: String
  /// The axes of acceleration in m/s² and of rotation in rad/s, those that it has.
  let channels: [Channel]

  /// One axis.
  struct Channel: Hashable {
    enum Quantity: String, CaseIterable {
      case acceleration = "accel"
      case rotation = "anglvel"
    }

    let quantity: Quantity
    let axis: Int
    /// What a number is multiplied by, after `offset` was added.
    let scale: Double
    let offset: Double

    var file: String { "in_\(quantity.rawValue)_\(Self.axes[axis])" }
    static let axes = ["x", "y", "z"]
  }

  package static let folder = "/sys/bus/iio/devices"
  private static let nodes = "/dev"

  /// Those that measure acceleration or rotation.
  package static func all(in folder: String = folder, nodes: String = nodes) -> [IIODevice] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasPrefix("iio:device") }.sorted().compactMap { name in
      let device = IIODevice(path: "\(folder)/\(name)", node: "\(nodes)/\(name)")
      return device.channels.isEmpty ? nil : device
    }
  }

  private init(path: String, node: String) {
    self.path = path
    self.node = node
    name = Self.text("\(path)/name") ?? path
    channels = Channel.Quantity.allCases.flatMap { quantity in
      Channel.axes.indices.compactMap { Self.channel(quantity, $0, in: path) }
    }
  }

  /// An axis may have its own scale, or share one. A scale that cannot be counts as an axis that is not there.
  private static func channel(_ quantity: Channel.Quantity, _ axis: Int, in path: String) -> Channel? {
    let names = ["in_\(quantity.rawValue)_\(Channel.axes[axis])", "in_\(quantity.rawValue)"]
    let isThere = FileManager.default.fileExists(atPath: "\(path)/\(names[0])_raw")
    let scales = names.lazy.compactMap { number("\(path)/\($0)_scale") }
    let offsets = names.lazy.compactMap { number("\(path)/\($0)_offset") }
    guard isThere, let scale = scales.first, scale.isFinite, scale != 0 else { return nil }
    return Channel(quantity: quantity, axis: axis, scale: scale, offset: offsets.first ?? 0)
  }

  static func number(_ file: String) -> Double? { text(file).flatMap(Double.init) }

  static func text(_ file: String) -> String? {
    (try? String(contentsOfFile: file, encoding: .utf8))?.trimmed
  }
}
