import CInput
import Glibc
import SpinetMotion
import SpinetRealtime

/// The motion sensor of a game controller, which is an input device of the kernel.
package final class EventMotion: MotionSource {
  private let name: String
  private let events: InputEvents
  private var axes: EventAxes

  /// - Parameter descriptor: a device. It is closed with the source.
  /// - Throws: if the device reports the scale of neither its acceleration nor its rotation.
  convenience init(descriptor: Int32, name: String) throws(SpinetError) {
    let (numbers, resolutions) = Self.axes(of: descriptor)
    self.init(descriptor: descriptor, name: name, EventAxes(resolutions: resolutions, numbers: numbers))
    guard axes.hasAcceleration || axes.hasRotation else {
      throw SpinetError(
        .deviceUnsuitable, what: "motion sensor \(name)", why: "it does not report the scale of its axes",
        remedy: Remedy(.useOtherDevice))
    }
  }

  /// - Parameter descriptor: a device, or a pipe with recorded events. It is closed with the source.
  package init(descriptor: Int32, name: String, _ axes: EventAxes) {
    self.name = name
    self.axes = axes
    events = InputEvents(descriptor: descriptor)
  }

  private static func axes(of descriptor: Int32) -> (numbers: [Int32], resolutions: [Int32]) {
    var (numbers, resolutions): ([Int32], [Int32]) = ([], [])
    for axis in 0..<Int32(EventAxes.axisCount) {
      var (number, resolution): (Int32, Int32) = (0, 0)
      input_axis(descriptor, axis, &number, &resolution)
      numbers.append(number)
      resolutions.append(resolution)
    }
    return (numbers, resolutions)
  }

  package func next(within seconds: Double) throws(SpinetError) -> [(sample: MotionSample, time: HostTime)] {
    var samples: [(sample: MotionSample, time: HostTime)] = []
    let isThere = events.read(within: seconds) { event, time in
      guard let sample = axes.take(type: event.type, code: event.code, value: event.value) else { return }
      samples.append((sample, time))
    }
    guard isThere else {
      throw SpinetError(
        .deviceLost, what: "motion sensor \(name)", why: "it is gone", remedy: Remedy(.connectAgain))
    }
    if axes.isOutdated { axes.update(numbers: Self.axes(of: events.descriptor).numbers) }
    return samples
  }
}
