import CInput
import Glibc
import SpinetRealtime
import SystemPackage

/// Reads what fingers do on a touch screen. Only one thread may use it.
package final class TouchReader {
  private let events: InputEvents
  private var slots: TouchSlots
  /// Whether the fingers that were down at the start have been reported.
  private var hasBegun = false

  /// - Parameter descriptor: a device, or a pipe with recorded events. It is closed with the reader.
  package init(descriptor: Int32, ranges: TouchSlots.Ranges) {
    events = InputEvents(descriptor: descriptor)
    slots = TouchSlots(ranges)
  }

  /// Passes on what fingers did, if something comes within this time. The first call also passes on the fingers
  /// that are already down.
  ///
  /// - Returns: false if the screen is gone. Then all its fingers are reported as lifted.
  package func read(within seconds: Double, _ tell: (TouchSlots.Change, HostTime) -> Void) -> Bool {
    if !hasBegun { begin { tell($0, .now) } }
    let isThere = events.read(within: seconds) { event, time in
      let currentSlots = { [events] in Self.snapshot(of: events) }
      slots.take(type: event.type, code: event.code, value: event.value, currentSlots: currentSlots) {
        tell($0, time)
      }
    }
    if !isThere { slots.liftAll { tell($0, .now) } }
    return isThere
  }

  private func begin(_ tell: (TouchSlots.Change) -> Void) {
    hasBegun = true
    if let now = Self.snapshot(of: events) { slots.resynchronise(now, tell) }
  }

  /// The current state of a screen's slots. Skips all earlier events, which it already contains.
  private static func snapshot(of events: InputEvents) -> TouchSlots.Snapshot? {
    var (current, count): (Int32, Int32) = (0, 0)
    guard input_slot(events.descriptor, &current, &count) == 1 else { return nil }
    events.skip()
    var axes: [UInt16: [Int32]] = [:]
    for axis in [
      TouchSlots.Event.tracking, TouchSlots.Event.x, TouchSlots.Event.y, TouchSlots.Event.pressure,
    ] {
      var values = [Int32](repeating: -1, count: min(Int(count), TouchSlots.most))
      guard input_slots(events.descriptor, Int32(axis), &values, Int32(values.count)) == 1 else { continue }
      axes[axis] = values
    }
    _ = input_slot(events.descriptor, &current, &count)
    return TouchSlots.Snapshot(current: Int(current), axes: axes)
  }
}

extension TouchReader {
  /// The names of the touch screens that can be read.
  package static var names: [String] { InputDevice.all(.touchScreen).map(\.name) }

  /// Opens the touch screen of this name.
  ///
  /// - Parameters:
  ///   - name: a part of its name, a shell wildcard, or the path of a device.
  ///   - grabs: whether to keep its events from other programs.
  package static func open(named name: String, grabs: Bool) throws(SpinetError) -> TouchReader {
    let descriptor = try InputDevice.open(.touchScreen, named: name)
    guard let ranges = ranges(of: descriptor) else {
      close(descriptor)
      throw SpinetError(
        .deviceUnsuitable, what: "touch screen \(name)", why: "it does not report its size",
        remedy: Remedy(.useOtherDevice))
    }
    let reader = TouchReader(descriptor: descriptor, ranges: ranges)
    try grab(descriptor, of: name, keeps: grabs)
    return reader
  }

  /// Grabs the screen, or checks that no other program has grabbed it: a grabbed screen sends its events to one
  /// program only. The only way to find out is to try to grab it.
  private static func grab(_ descriptor: Int32, of name: String, keeps: Bool) throws(SpinetError) {
    let refusal = input_grab(descriptor, 1)
    guard keeps || refusal == EBUSY else {
      _ = input_grab(descriptor, 0)
      return
    }
    guard refusal != 0 else { return }
    throw SpinetError(
      refusal == EBUSY ? .deviceBusy : .deviceFailed, what: "touch screen \(name)",
      why: refusal == EBUSY
        ? "another program has grabbed it, so no other program gets its events"
        : "\(Errno(rawValue: refusal))",
      remedy: refusal == EBUSY ? "end that program" : "plug it in again")
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
