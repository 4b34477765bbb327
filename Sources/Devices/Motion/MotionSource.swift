import SpinetMotion
import SpinetRealtime
import SystemPackage

/// A device that measures how it is moved. Only one thread may use it.
package protocol MotionSource: AnyObject {
  /// The samples that come within this time, each with the time of its measurement.
  ///
  /// - Throws: when the device is gone.
  func next(within seconds: Double) throws(SpinetError) -> [(sample: MotionSample, time: HostTime)]
}

/// Finds motion sensors by their names.
package enum MotionSources {
  /// Opens the sensor of this name: an input device, such as that of a game controller, or an IIO device. If a
  /// machine has an accelerometer and a gyroscope as two IIO devices of this name, both are used.
  ///
  /// - Parameters:
  ///   - name: a part of its name, a shell wildcard, or the path of an input device.
  ///   - folder: where the kernel shows IIO devices.
  ///   - nodes: where their device files are.
  package static func open(
    named name: String, iio folder: FilePath = IIODevice.folder, nodes: FilePath = IIODevice.nodes
  ) throws(SpinetError) -> any MotionSource {
    let devices = name.hasPrefix("/") ? [] : IIODevice.all(in: folder, nodes: nodes)
    let sensors = try devices.filter { namePattern(name, matches: $0.name) }.map {
      device throws(SpinetError) in
      try IIOSensor(device)
    }
    if !sensors.isEmpty { return IIOSource(sensors) }
    do {
      return try EventMotion(descriptor: InputDevice.open(.motionSensor, named: name), name: name)
    } catch {
      guard !devices.isEmpty else { throw error }
      throw SpinetError(
        .deviceNotFound, what: "motion sensor \(name)", why: "no motion sensor has that name",
        remedy: Remedy(.chooseAvailable, values: names(in: folder)))
    }
  }

  /// The names of the sensors that can be read.
  package static func names(in folder: FilePath = IIODevice.folder) -> [String] {
    IIODevice.all(in: folder).map(\.name) + InputDevice.all(.motionSensor).map(\.name)
  }
}
