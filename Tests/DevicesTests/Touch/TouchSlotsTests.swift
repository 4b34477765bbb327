import Glibc
import SpinetMIDI
import SpinetRealtime
import Testing

@testable import SpinetDevices

@Suite struct TouchSlotsTests {
  private typealias Event = TouchSlots.Event
  private static let ranges = TouchSlots.Ranges(x: 0...1000, y: 0...500, pressure: 0...100)

  /// What fingers did, as `1 down 0.5 0.25`.
  private static func words(_ change: TouchSlots.Change) -> String {
    "\(change.finger) \(change.phase) \(change.x) \(change.y)"
  }

  /// Plays `axis value` pairs; `report` and `dropped` are words of their own.
  private static func play(
    _ text: String, on slots: inout TouchSlots, currentSlots: () -> TouchSlots.Snapshot? = { nil }
  ) -> [String] {
    let axes = [
      "slot": Event.slot, "id": Event.tracking, "x": Event.x, "y": Event.y, "z": Event.pressure,
    ]
    var told: [String] = []
    var words = text.split(separator: " ")[...]
    while let word = words.popFirst() {
      let (type, code, value): (UInt16, UInt16, Int32) =
        switch word {
        case "report": (Event.synchronisation, Event.report, 0)
        case "dropped": (Event.synchronisation, Event.dropped, 0)
        default:
          (Event.absolute, axes[String(word)] ?? 0, words.popFirst().flatMap { Int32($0) } ?? 0)
        }
      slots.take(type: type, code: code, value: value, currentSlots: currentSlots) {
        told.append(Self.words($0))
      }
    }
    return told
  }

  @Test func `A finger comes down, moves and is lifted, each with a report`() {
    var slots = TouchSlots(Self.ranges)
    #expect(Self.play("slot 0 id 7 x 500 y 125", on: &slots) == [])
    #expect(Self.play("report", on: &slots) == ["7 down 0.5 0.25"])
    #expect(Self.play("x 600 report", on: &slots) == ["7 move 0.6 0.25"])
    #expect(Self.play("report", on: &slots) == [])
    #expect(Self.play("id -1 report", on: &slots) == ["7 up 0.6 0.25"])
  }

  @Test func `Ten fingers are told apart by their slots`() {
    var slots = TouchSlots(Self.ranges)
    let down = (0..<10).map { "slot \($0) id \($0 + 100) x \($0 * 100) y 0" }.joined(separator: " ")
    #expect(Self.play(down + " report", on: &slots).count == 10)
    #expect(
      Self.play("slot 3 x 350 slot 9 id -1 report", on: &slots) == [
        "103 move 0.35 0.0", "109 up 0.9 0.0",
      ])
  }

  @Test func `A finger that replaces another in its slot is a new one`() {
    var slots = TouchSlots(Self.ranges)
    _ = Self.play("id 1 x 100 y 100 report", on: &slots)
    #expect(Self.play("id 2 x 200 report", on: &slots) == ["1 up 0.2 0.2", "2 down 0.2 0.2"])
  }

  @Test func `A finger that came and went between two reports is not told`() {
    var slots = TouchSlots(Self.ranges)
    #expect(Self.play("id 1 x 1 y 1 id -1 report", on: &slots) == [])
  }

  @Test func `Places outside the screen count at its edge, and absurd slots move nothing`() {
    var slots = TouchSlots(Self.ranges)
    #expect(Self.play("id 1 x -50 y 9999 report", on: &slots) == ["1 down 0.0 1.0"])
    #expect(
      Self.play("slot 99 id 2 x 5 slot -1 id 3 slot 2147483647 id 4 report", on: &slots) == [])
    var flat = TouchSlots(TouchSlots.Ranges(x: 5...5, y: 0...1))
    #expect(Self.play("id 1 x 7 y 1 report", on: &flat) == ["1 down 0.0 1.0"])
  }

  @Test func `After lost events the slots are looked at again`() {
    var slots = TouchSlots(Self.ranges)
    _ = Self.play("slot 0 id 1 x 100 y 100 slot 1 id 2 x 200 y 100 report", on: &slots)
    // What comes before the next report belongs to what was lost.
    #expect(Self.play("dropped slot 1 x 900 id 9", on: &slots) == [])
    let now = TouchSlots.Snapshot(
      current: 2,
      axes: [Event.tracking: [-1, 2, 5], Event.x: [0, 250, 700], Event.y: [0, 100, 50]])
    let told = Self.play("report", on: &slots) { now }
    #expect(told == ["1 up 0.0 0.0", "2 move 0.25 0.2", "5 down 0.7 0.1"])
    // The kernel does not repeat the slot that it told last.
    #expect(Self.play("x 800 report", on: &slots) == ["5 move 0.8 0.1"])
  }

  @Test func `Fingers that are down at the beginning are told, with all their axes`() {
    var slots = TouchSlots(Self.ranges)
    let now = TouchSlots.Snapshot(
      current: 1,
      axes: [
        Event.tracking: [-1, 3], Event.x: [0, 500], Event.y: [0, 250], Event.pressure: [0, 50],
      ])
    var told: [TouchSlots.Change] = []
    slots.resynchronise(now) { told.append($0) }
    #expect(told == [TouchSlots.Change(finger: 3, phase: .down, x: 0.5, y: 0.5, pressure: 0.5)])
    #expect(Self.play("x 600 report id -1 report", on: &slots) == ["3 move 0.6 0.5", "3 up 0.6 0.5"])
  }

  @Test func `A screen that cannot tell its slots has lost its fingers`() {
    var slots = TouchSlots(Self.ranges)
    _ = Self.play("id 1 x 100 y 100 report", on: &slots)
    #expect(Self.play("dropped id 2 report", on: &slots) == ["1 up 0.1 0.2"])
    #expect(Self.play("id 3 report", on: &slots) == ["3 down 0.1 0.2"])
  }

  @Test func `Pressure is told where the screen measures it`() {
    var pressures: [Double?] = []
    for range in [0.0...100, nil] as [ClosedRange<Double>?] {
      var slots = TouchSlots(TouchSlots.Ranges(x: 0...1, y: 0...1, pressure: range))
      for (code, value) in [(Event.tracking, 1), (Event.pressure, 25)] as [(UInt16, Int32)] {
        slots.take(type: Event.absolute, code: code, value: value, currentSlots: { nil }, tell: { _ in })
      }
      slots.take(type: 0, code: 0, value: 0, currentSlots: { nil }, tell: { pressures.append($0.pressure) })
    }
    #expect(pressures == [0.25, nil])
  }

  @Test func `Any events at all leave no finger down when the screen is gone`() {
    var slots = TouchSlots(Self.ranges)
    var down: Set<Int> = []
    var state: UInt64 = 1
    func next() -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33)
    }
    func note(_ change: TouchSlots.Change) {
      switch change.phase {
      case .down: #expect(down.insert(change.finger).inserted)
      case .move: #expect(down.contains(change.finger))
      case .up: #expect(down.remove(change.finger) != nil)
      }
    }
    let codes: [UInt16] = [Event.slot, Event.tracking, Event.x, Event.y, 0x3B]
    for step in 0..<100_000 {
      let isReport = next() % 4 == 0
      // Every tracking number is another.
      let value = codes[step % 5] == Event.tracking && next() % 2 == 0 ? step : next() % 40 - 2
      let code = isReport ? UInt16(next() % 40 == 0 ? 3 : 0) : codes[step % 5]
      let number = code == Event.tracking && value != step ? -1 : value
      slots.take(
        type: isReport ? 0 : 3, code: code, value: Int32(number),
        currentSlots: { nil }, tell: note)
    }
    slots.liftAll(note)
    #expect(down.isEmpty)
  }

  @Test
  func `Recorded events are read from a pipe, however they are cut, and its end lifts the fingers`()
    throws
  {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    let reader = TouchReader(descriptor: ends[0], ranges: Self.ranges)
    var bytes: [UInt8] = []
    for (type, code, value) in [
      (Event.absolute, Event.tracking, 4), (Event.absolute, Event.x, 250),
      (Event.absolute, Event.y, 250),
      (Event.synchronisation, Event.report, 0),
    ] as [(UInt16, UInt16, Int32)] {
      bytes += withUnsafeBytes(of: (Int64(12), Int64(500_000), type, code, value)) { Array($0) }
    }
    var told: [(String, UInt64)] = []
    for part in [bytes[..<37], bytes[37...]] {
      #expect(write(ends[1], Array(part), part.count) == part.count)
      #expect(reader.read(within: 1) { told.append((Self.words($0), $1.nanoseconds)) })
    }
    close(ends[1])
    #expect(!reader.read(within: 1) { told.append((Self.words($0), $1.nanoseconds)) })
    #expect(told.map(\.0) == ["4 down 0.25 0.5", "4 up 0.25 0.5"] && told[0].1 == 12_500_000_000)
  }

  @Test func `A screen that is not there is told with a remedy`() {
    let error = #expect(throws: SpinetError.self) {
      try TouchReader.open(named: "no such screen", grabs: false)
    }
    #expect(error?.what == "touch screen no such screen" && error?.remedy.description.isEmpty == false)
    #expect(throws: SpinetError.self) { try TouchReader.open(named: "/dev/null", grabs: false) }
  }
}
