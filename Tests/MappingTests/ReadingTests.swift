import SpinetFormats
import SpinetMIDI
import SpinetMapping
import SpinetWidgets
import Testing

/// Motion sensors and faces as controls of a mapping.
@Suite struct ReadingTests {
  /// The values of a widget after readings at 100 Hz.
  private func values(
    _ line: String, of name: String = "osc.mix", _ reading: SensorReading, _ readings: [Double]
  ) throws -> [Double] {
    let widgets = instrument()
    let router = Router([try mapping(line)], widgets)
    return readings.enumerated().map { step, value in
      _ = router.route(reading, value, at: UInt64(step) * 10_000_000) { _ in }
      return (widgets[name]?.value ?? .nan)
    }
  }

  @Test(arguments: SensorReading.allCases) func `Every reading is a control, written as it is read`(
    reading: SensorReading
  )
    throws
  {
    let control = try Control(reading.control)
    #expect(control.kind == .reading(reading) && control.description == reading.control)
    #expect(
      reading.range.contains(reading.usualRange.lowerBound)
        && reading.range.contains(reading.usualRange.upperBound))
  }

  @Test func `A widget goes from end to end over what a hand does`() throws {
    let tilt = try values("motion accelerometer.x: osc.mix", .accelerometerX, [-1, 0, 1, -5, 5, 0.5])
    #expect(zip(tilt, [0, 0.5, 1, 0, 1, 0.75]).allSatisfy { abs($0 - $1) < 1e-4 })
    // 0 is the middle exactly.
    #expect(try values("motion attitude.roll: master.pan", of: "master.pan", .roll, [0]) == [0])
    #expect(try values("face x: osc.mix", .faceX, [0, 1]) == [0, 1])
  }

  @Test func `Range, curve and the reading's own ends are as a control has them`() throws {
    let line = "motion attitude.pitch: {widget: filter.cutoff, range: [100, 10000], curve: log, from: [0, 1]}"
    let cutoff = try values(line, of: "filter.cutoff", .pitch, [-1, 0, 0.5, 1, 1.5])
    #expect(zip(cutoff, [100, 100, 1000, 10000, 10000]).allSatisfy { abs($0 / $1 - 1) < 1e-3 })
    #expect(
      try values("motion accelerometer.z: {widget: osc.mix, range: [1, 0]}", .accelerometerZ, [-1, 1]) == [
        1, 0,
      ])
  }

  @Test func `Smoothing is a filter of the first order with its time in seconds`() throws {
    let line = "motion accelerometer.x: {widget: osc.mix, smoothing: 0.1}"
    let mixed = try values(line, .accelerometerX, [-1] + Array(repeating: 1, count: 100))
    // 63 % of the way after the time constant, and all of it in the end.
    #expect(abs(mixed[10] - 0.632) < 0.01 && abs(mixed[100] - 1) < 0.001)
    #expect(zip(mixed, mixed.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test func `A switch is on in the last quarter, and a press counts once`() throws {
    let states = try values(
      "motion accelerometer.x: {widget: engine.running, mode: toggle}", of: "engine.running", .accelerometerX,
      [0, 0.8, 0.9, 0, 0.8])
    #expect(states == [0, 1, 1, 1, 0])
    #expect(
      try values("face present: engine.running", of: "engine.running", .facePresent, [1, 0]) == [1, 0])
  }

  @Test func `A file for a controller moves by readings all the same`() throws {
    let widgets = instrument()
    let file = try Mapping(
      text: "ports: [nanoKONTROL2]\nmap:\n  face x: osc.mix\n  cc 1: reverb.mix\n", file: "m")
    let router = Router([file], widgets)
    #expect(router.route(.faceX, 1, at: 0) { _ in } && widgets["osc.mix"]?.value == 1)
    #expect(!router.route(.faceY, 1, at: 0) { _ in })
    let change = MIDIMessage.controlChange(Channel(status: 0), controller: 1, value: 127)
    #expect(!router.route(change, from: .readings, at: 0) { _ in } || widgets["reverb.mix"]?.value == 1)
  }

  @Test(arguments: [
    ("motion: osc.mix", "\"motion\" without a reading"), ("motion tilt: osc.mix", "motion \"tilt\""),
    ("motion accelerometer.w: osc.mix", "did you mean motion accelerometer.x?"),
    ("ch 2 face x: osc.mix", "face x with a channel, expected none"),
    ("face x y: osc.mix", "\"y\" after \"face x\""),
    ("cc 1: {widget: osc.mix, smoothing: 0.1}", "smoothing of cc 1, expected a motion or face reading"),
    ("cc 1: {widget: osc.mix, from: [0, 1]}", "from of cc 1"),
    ("face x: {widget: osc.mix, from: [1, 0]}", "from is [HIGH, LOW]"),
    ("face x: {widget: osc.mix, smoothing: -1}", "expected 0 to 10 seconds"),
    ("face x: {widget: osc.mix, mode: twos-complement}", "expected a cc, cc14, nrpn or rpn"),
  ])
  func `Mistakes are explained`(line: String, complaint: String) {
    let told = complaints("map:\n  \(line)\n", against: instrument())
    #expect(told.contains { $0.contains(complaint) }, "\(told)")
  }
}
