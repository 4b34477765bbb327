import CInput
import Glibc
import SpinetRealtime

/// Reads what fingers do on a touch screen. To be used by one thread.
package final class TouchReader {
  private let events: InputEvents
  private var slots: TouchSlots

  /// - Parameter descriptor: a device, or a pipe with recorded events. It is closed with the reader.
  package init(descriptor: Int32, ranges: TouchSlots.Ranges) {
    events = InputEvents(descriptor: descriptor)
    slots = TouchSlots(ranges)
  }

  /// Passes on what fingers did, if something comes within this time.
  ///
  /// - Returns: false when the screen is gone; its fingers are then lifted.
  package func read(within seconds: Double, _ tell: (TouchSlots.Change, HostTime) -> Void) -> Bool {
    let isThere = events.read(within: seconds) { event, time in
      let look = { [events] (axis: UInt16) in Self.slots(of: events.descriptor, axis) }
      slots.take(type: event.type, code: event.code, value: event.value, look: look) { tell($0, time) }
    }
    if !isThere { slots.liftAll { tell($0, .now) } }
    return isThere
  }

  private static func slots(of descriptor: Int32, _ axis: UInt16) -> [Int32]? {
    var values = [Int32](repeating: -1, count: TouchSlots.most)
    var (low, high): (Int32, Int32) = (0, 0)
    guard input_range(descriptor, Int32(TouchSlots.Event.slot), &low, &high) == 1,
      input_slots(descriptor, Int32(axis), &values, Int32(values.count)) == 1
    else { return nil }
    return Array(values.prefix(Int(high) + 1))
  }
}

extension TouchReader {
  /// The names of the touch screens that can be read.
  package static var names: [String] { InputDevice.all(.touchScreen).map(\.name) }

  /// The touch screen of this name, now.
  ///
  /// - Parameters:
  ///   - name: a part of its name, a shell wildcard, or the path of a device.
  ///   - grabs: whether other programs get none of its events.
  package static func open(named name: String, grabs: Bool) throws(SpinetError) -> TouchReader {
    let descriptor = try InputDevice.open(.touchScreen, named: name)
    guard let ranges = ranges(of: descriptor) else {
      close(descriptor)
      throw SpinetError(
        .device, what: "touch screen \(name)", why: "it does not tell its size", remedy: "use another device")
    }
    let reader = TouchReader(descriptor: descriptor, ranges: ranges)
    guard !grabs || input_grab(descriptor) == 1 else {
      throw SpinetError(
        .device, what: "touch screen \(name)", why: "another program has grabbed it",
        remedy: "end that program")
    }
    return reader
  }

  private static func ranges(of descriptor: Int32) -> TouchSlots.Ranges? {
    func range(_ axis: UInt16) -> ClosedRange<Double>? {
      var (low, high): (Int32, Int32) = (0, 0)
      guard input_range(descriptor, Int32(axis), &low, &high) == 1 else { return nil }
      return Double(low)...Double(high)
    }
    guard let x = range(TouchSlots.Event.x), let y = range(TouchSlots.Event.y) else { return nil }
    return TouchSlots.Ranges(x: x, y: y, pressure: range(TouchSlots.Event.pressure))
  }
}
