import Foundation

extension Stage {
  /// Screens that are touched and devices that are moved, without a browser.
  func sensors() {
    scenario("A touch screen that comes later plays the keyboard, and what it held ends with it") {
      stopInstrument()
      let instrument = try Instrument(spinet, [Stage.patch, "--touch", "Glass"] + Stage.playback)
      defer { instrument.stop() }
      try expect(
        soon { instrument.errors.contains("touch screen Glass") }, seen: instrument.errors,
        expected: "it says that the touch screen is missing")
      let screen = try Sensor(.screen, named: "Glass Slate", by: sensor)
      // Spinet looks for it every two seconds, and does not play earlier fingers.
      Thread.sleep(forTimeInterval: 4)
      try expectDevice("Glass Slate", under: "touch")
      try screen.report(
        (Axis.slot, 0), (Axis.finger, 1), (Axis.touchX, Self.place(ofKey: 69)), (Axis.touchY, 400))
      try expectPitch(440)
      try screen.report(
        (Axis.slot, 1), (Axis.finger, 2), (Axis.touchX, Self.place(ofKey: 81)), (Axis.touchY, 400))
      try screen.report((Axis.slot, 0), (Axis.finger, -1))
      try expectPitch(880)
      try screen.pull()
      try expectSilence(within: 4)
    }

    scenario("A motion sensor moves widgets and what is mapped to it, and may come back") {
      stopInstrument()
      let map = "/tmp/hardware/tilt.yaml"
      try
        "map:\n  motion accelerometer.y: {widget: filter.cutoff, range: [200, 1200], curve: lin, from: [0, 1]}\n"
        .write(toFile: map, atomically: true, encoding: .utf8)
      var pad = try Sensor(.motion, named: "Motion Pad", by: sensor)
      let instrument = try Instrument(
        spinet, [Stage.patch, "--motion", "motion pad", "--map", map] + Stage.playback)
      defer { instrument.stop() }
      try expectDevice("Motion Pad", under: "motion")
      try pad.report((Axis.x, -4096), (Axis.y, 4096), (Axis.z, 8192), (Axis.aroundX, 1024 * 90))
      try instrument.expectValue(of: "motion.accelerometer.x", near: -0.5, tolerance: 1e-3)
      try instrument.expectValue(of: "motion.gyroscope.x", near: .pi / 2, tolerance: 1e-3)
      try instrument.expectValue(of: "filter.cutoff", near: 700, tolerance: 2)
      try pad.pull()
      pad = try Sensor(.motion, named: "Motion Pad", by: sensor)
      Thread.sleep(forTimeInterval: 4)
      try pad.report((Axis.x, 0), (Axis.y, 8192), (Axis.z, 0))
      try instrument.expectValue(of: "filter.cutoff", near: 1200, tolerance: 2)
      try pad.pull()
    }
  }

  private func expectDevice(_ name: String, under word: String) throws {
    let list = try Program.run(spinet, "devices", "--json")
    try expect(list.contains("{\"\(word)\":\"\(name)\"}"), seen: list, expected: "\(name) among the devices")
  }

  /// Where a key of the keyboard that shows all 128 is on a screen of 1000 points.
  private static func place(ofKey key: Int) -> Int { Int((Double(key) + 0.5) / 128 * 999) }
}
