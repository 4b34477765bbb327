import SpinetMotion
import SpinetText
import SystemPackage

/// A sensor of the kernel's industrial I/O, read through files of sysfs (Documentation/ABI/testing/sysfs-bus-iio).
package struct IIODevice {
  let path: FilePath
  /// The device file that the buffer is read from.
  let node: FilePath
  package let name: String
  /// The axes that it has, of acceleration in m/s² and of rotation in rad/s.
  let channels: [Channel]

  /// One axis.
  struct Channel: Hashable {
    enum Quantity: String, CaseIterable {
      case acceleration = "accel"
      case rotation = "anglvel"
    }

    let quantity: Quantity
    let axis: Int
    /// The factor of a number, after `offset` has been added.
    let scale: Double
    let offset: Double

    var file: String { "in_\(quantity.rawValue)_\(Self.axes[axis])" }
    static let axes = ["x", "y", "z"]
  }

  package static let folder: FilePath = "/sys/bus/iio/devices"
  package static let nodes: FilePath = "/dev"

  /// The devices that measure acceleration or rotation.
  package static func all(in folder: FilePath = folder, nodes: FilePath = nodes) -> [IIODevice] {
    let names = (try? folder.entries()) ?? []
    return names.filter { $0.hasPrefix("iio:device") }.compactMap { name in
      let device = IIODevice(path: folder.appending(name), node: nodes.appending(name))
      return device.channels.isEmpty ? nil : device
    }
  }

  private init(path: FilePath, node: FilePath) {
    self.path = path
    self.node = node
    name = path.appending("name").trimmedText ?? path.string
    channels = Channel.Quantity.allCases.flatMap { quantity in
      Channel.axes.indices.compactMap { Self.channel(quantity, $0, in: path) }
    }
  }

  /// An axis has its own scale or shares one. An axis with an impossible scale counts as missing.
  private static func channel(_ quantity: Channel.Quantity, _ axis: Int, in path: FilePath) -> Channel? {
    let names = ["in_\(quantity.rawValue)_\(Channel.axes[axis])", "in_\(quantity.rawValue)"]
    let isThere = path.appending("\(names[0])_raw").exists
    let scales = names.lazy.compactMap { number(path.appending("\($0)_scale")) }
    let offsets = names.lazy.compactMap { number(path.appending("\($0)_offset")) }
    guard isThere, let scale = scales.first, scale.isFinite, scale != 0 else { return nil }
    return Channel(quantity: quantity, axis: axis, scale: scale, offset: offsets.first ?? 0)
  }

  /// The file that turns the buffer on.
  var bufferSwitch: FilePath { path.appending("buffer/enable") }

  static func number(_ file: FilePath) -> Double? { file.trimmedText.flatMap(Double.init) }
}
