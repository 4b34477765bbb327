import SpinetMIDI

/// The fingers on a touch screen, as the kernel reports them (protocol B of evdev). There is one slot for each
/// finger that can be down. Changes come first, and then a report that makes them valid.
package struct TouchSlots: Sendable {
  /// What a finger did.
  package struct Change: Hashable, Sendable {
    /// The kernel's number of the finger. No other finger has it while this one is down.
    package let finger: Int
    package let phase: FingerPhase
    /// From the left and from the top, 0–1 of the screen.
    package let x: Double
    package let y: Double
    /// 0–1; nil where the screen does not measure it.
    package let pressure: Double?
  }

  /// The ranges of the screen's axes.
  package struct Ranges: Hashable, Sendable {
    package var x: ClosedRange<Double>
    package var y: ClosedRange<Double>
    package var pressure: ClosedRange<Double>?

    package init(
      x: ClosedRange<Double>, y: ClosedRange<Double>, pressure: ClosedRange<Double>? = nil
    ) {
      self.x = x
      self.y = y
      self.pressure = pressure
    }
  }

  /// The state of all slots of a screen at one moment.
  package struct Snapshot: Sendable {
    /// The slot that the next events are about.
    package var current: Int
    /// For each axis, the numbers of all slots. An axis may be missing.
    package var axes: [UInt16: [Int32]]

    package init(current: Int, axes: [UInt16: [Int32]]) {
      self.current = current
      self.axes = axes
    }
  }

  private struct Slot {
    /// -1 for no finger.
    var tracking = -1
    var x = 0.0
    var y = 0.0
    var pressure = 0.0
    /// The finger that was reported as down; -1 for none.
    var told = -1
    var hasMoved = false

    mutating func set(_ axis: UInt16, _ value: Int32) {
      switch axis {
      case Event.x: x = Double(value)
      case Event.y: y = Double(value)
      case Event.pressure: pressure = Double(value)
      case Event.tracking:
        // Not a move: `report` compares the finger with the one that was reported as down.
        tracking = Int(max(value, -1))
        return
      default: return
      }
      hasMoved = true
    }
  }

  /// The maximum number of fingers; further ones are ignored.
  package static let most = 32

  private let ranges: Ranges
  private var slots = Array(repeating: Slot(), count: most)
  private var current = 0
  /// Whether events were lost. Then all events up to the next report are ignored.
  private var isLost = false

  package init(_ ranges: Ranges) { self.ranges = ranges }

  /// Takes an event.
  ///
  /// - Parameters:
  ///   - currentSlots: reads the screen's slots after events were lost; nil if that is not possible.
  ///   - tell: gets the changes of fingers, in the order of their slots, when a report is complete.
  package mutating func take(
    type: UInt16, code: UInt16, value: Int32, currentSlots: () -> Snapshot?, tell: (Change) -> Void
  ) {
    switch (type, code) {
    case (Event.synchronisation, Event.dropped): isLost = true
    case (Event.synchronisation, Event.report):
      if isLost { resynchronise(currentSlots(), tell) } else { report(tell) }
    case (Event.absolute, _) where !isLost: move(code, value)
    default: break
    }
  }

  /// Lifts every finger, because the screen is gone.
  package mutating func liftAll(_ tell: (Change) -> Void) {
    for index in slots.indices { slots[index].tracking = -1 }
    report(tell)
  }

  private mutating func move(_ axis: UInt16, _ value: Int32) {
    if axis == Event.slot {
      current = Int(value)
      return
    }
    guard slots.indices.contains(current) else { return }
    slots[current].set(axis, value)
  }

  /// Replaces the slots by the screen's current state after events were lost. Without that state, lifts all
  /// fingers.
  package mutating func resynchronise(_ now: Snapshot?, _ tell: (Change) -> Void) {
    isLost = false
    current = now?.current ?? current
    for index in slots.indices {
      slots[index].tracking = -1
      for axis in [Event.x, Event.y, Event.pressure, Event.tracking] {
        guard let values = now?.axes[axis], values.indices.contains(index) else { continue }
        slots[index].set(axis, values[index])
      }
    }
    report(tell)
  }

  private mutating func report(_ tell: (Change) -> Void) {
    for index in slots.indices {
      let slot = slots[index]
      if slot.told >= 0, slot.told != slot.tracking { tell(change(slot, slot.told, .up)) }
      if slot.tracking >= 0, slot.told != slot.tracking {
        tell(change(slot, slot.tracking, .down))
      } else if slot.tracking >= 0, slot.hasMoved {
        tell(change(slot, slot.tracking, .move))
      }
      slots[index].told = slot.tracking
      slots[index].hasMoved = false
    }
  }

  private func change(_ slot: Slot, _ finger: Int, _ phase: FingerPhase) -> Change {
    Change(
      finger: finger, phase: phase, x: Self.part(slot.x, of: ranges.x),
      y: Self.part(slot.y, of: ranges.y),
      pressure: ranges.pressure.map { Self.part(slot.pressure, of: $0) })
  }

  private static func part(_ value: Double, of range: ClosedRange<Double>) -> Double {
    let length = range.upperBound - range.lowerBound
    return length > 0 ? min(max((value - range.lowerBound) / length, 0), 1) : 0
  }

  /// Event types and codes of evdev.
  package enum Event {
    package static let synchronisation: UInt16 = 0
    package static let absolute: UInt16 = 3
    package static let report: UInt16 = 0
    package static let dropped: UInt16 = 3
    package static let slot: UInt16 = 0x2F
    package static let x: UInt16 = 0x35
    package static let y: UInt16 = 0x36
    package static let tracking: UInt16 = 0x39
    package static let pressure: UInt16 = 0x3A
  }
}
