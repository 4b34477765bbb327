import Foundation
import SpinetFace
import SpinetFaceInput

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
      // Spinet looks for it every two seconds.
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

  /// Industrial I/O of a USB sensor hub, and a camera.
  func pluggedSensors() {
    scenario("An accelerometer and a gyroscope on USB play as one sensor, and may be pulled out") {
      stopInstrument()
      var hub = try Sensor("Tilt", [script("tilt")])
      let instrument = try Instrument(spinet, [Stage.patch, "--motion", "*_3d"] + Stage.playback)
      defer { instrument.stop() }
      for name in ["accel_3d", "gyro_3d"] { try expectDevice(name, under: "motion") }
      try expectMove(instrument, "motion.accelerometer.x", near: 1, after: "accel 1000 -500 250", of: hub)
      try expectMove(instrument, "motion.gyroscope.x", near: .pi / 2, after: "gyro 900 0 -450", of: hub)
      try instrument.expectValue(of: "motion.accelerometer.y", near: -0.5, tolerance: 1e-3)
      try instrument.expectValue(of: "motion.gyroscope.z", near: -.pi / 4, tolerance: 1e-3)
      try hub.pull()
      try expect(
        soon { instrument.errors.contains("it is gone") }, seen: instrument.errors,
        expected: "it says that the sensor is gone")
      hub = try Sensor("Tilt", [script("tilt")])
      try expectMove(instrument, "motion.accelerometer.y", near: 0.25, after: "accel 0 250 0", of: hub)
      try hub.pull()
    }

    scenario("The face in front of a camera plays, and the music goes on when the camera vanishes") {
      stopInstrument()
      let frames = "/tmp/hardware/faces.yuyv"
      try Self.faces(at: [nil, 0.35, 0.65]).write(to: URL(filePath: frames))
      let camera = try Sensor("Camera", [script("camera"), frames])
      try expectDevice("vivid", under: "camera")
      let instrument = try Instrument(spinet, [Stage.patch, "--face", "vivid"] + Stage.playback)
      defer { instrument.stop() }
      for (frame, x) in [(1, 0.35), (2, 0.65)] {
        try camera.say("\(frame)")
        try instrument.expectValue(of: "face.x", near: x, tolerance: 0.03)
        try instrument.expectValue(of: "face.present", near: 1, tolerance: 0)
      }
      try camera.say("0")
      try instrument.expectValue(of: "face.present", near: 0, tolerance: 0)
      try camera.say("1")
      try instrument.expectValue(of: "face.present", near: 1, tolerance: 0)
      try camera.say("gone")
      try instrument.expectValue(of: "face.present", near: 0, tolerance: 0)
      try expect(
        soon { instrument.errors.contains("camera vivid: it is gone") }, seen: instrument.errors,
        expected: "it says that the camera is gone")
      try controller.send("90 45 64")
      try expectPitch(440)
      try controller.send("80 45 00")
      try expectSilence(within: 4)
      // It has tried to open the camera again by now.
      usleep(3_000_000)
      let lines = instrument.errors.split(separator: "\n").filter { $0.contains("vivid") }
      try expect(lines.count == 1, seen: instrument.errors, expected: "one line about the camera")
    }
  }

  /// A widget follows a sensor, which says it again and again: only then has Spinet surely opened it.
  private func expectMove(
    _ instrument: Instrument, _ widget: String, near value: Double, after line: String, of sensor: Sensor
  ) throws {
    for _ in 0..<30 {
      try sensor.say(line)
      if let seen = try instrument.values()[widget], abs(seen - value) < 1e-3 { return }
    }
    try instrument.expectValue(of: widget, near: value, tolerance: 1e-3)
  }

  /// Frames of 320 by 240 in YUYV, each with a face at a part of the width, or with none.
  private static func faces(at places: [Double?]) -> Data {
    Data(
      places.flatMap { place -> [UInt8] in
        let face = place.flatMap { SyntheticFace.frame(width: 320, height: 240, x: $0, size: 0.6) }
        return (face?.pixels ?? [UInt8](repeating: 90, count: 320 * 240)).flatMap { [$0, 128] }
      })
  }

  func expectDevice(_ name: String, under word: String) throws {
    let list = try Program.run(spinet, "devices", "--json")
    try expect(list.contains("{\"\(word)\":\"\(name)\"}"), seen: list, expected: "\(name) among the devices")
  }

  /// Where a key of the keyboard that shows all 128 is on a screen of 1000 points.
  static func place(ofKey key: Int) -> Int { Int((Double(key) + 0.5) / 128 * 999) }
}
