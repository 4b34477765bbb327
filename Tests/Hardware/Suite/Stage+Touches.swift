import Foundation

extension Stage {
  private static let screen = "Glass Slate"

  /// What touch screens do when other programs, lost events and earlier fingers come between.
  func touches() {
    scenario("No other program gets the events of a grabbed touch screen") {
      let screen = try Sensor(.screen, named: Self.screen, by: sensor)
      let other = try reader()
      let instrument = try touched("--touch-grab")
      defer { instrument.stop() }
      try screen.touch(1, at: Self.place(ofKey: 69))
      try expectPitch(440)
      try expect(other.lineCount == 1, seen: other.output, expected: "the other program hears nothing")
      instrument.stop()
      try screen.lift()
      try expect(soon { other.lineCount > 1 }, seen: other.output, expected: "it hears the finger go")
      other.stop()
      try screen.pull()
    }

    scenario("A touch screen that another program has grabbed is told in a line, and plays when it can") {
      for options in [["--touch-grab"], []] {
        let screen = try Sensor(.screen, named: Self.screen, by: sensor)
        let other = try reader("grab")
        let instrument = try touched(options)
        defer { instrument.stop() }
        let line = "touch screen Glass: another program has grabbed it"
        try expect(
          soon { instrument.errors.contains(line) }, seen: instrument.errors, expected: "it says so")
        try screen.touch(1, at: Self.place(ofKey: 69))
        try expectSilence(within: 3)
        try expect(other.lineCount == 2, seen: other.output, expected: "the other program hears the finger")
        try screen.lift()
        Thread.sleep(forTimeInterval: 4)
        other.stop()
        Thread.sleep(forTimeInterval: 4)
        try screen.touch(2, at: Self.place(ofKey: 81))
        try expectPitch(880)
        let count = instrument.errors.split(separator: "\n").count { $0.contains(line) }
        try expect(count == 1, seen: instrument.errors, expected: "one line about it")
        instrument.stop()
        try screen.pull()
      }
    }

    scenario("A touch pad plays as a touch screen does") {
      let pad = try Sensor(.pad, named: "Glass Pad", by: sensor)
      try expectDevice("Glass Pad", under: "touch")
      let instrument = try touched()
      defer { instrument.stop() }
      Thread.sleep(forTimeInterval: 1)
      try pad.touch(1, at: Self.place(ofKey: 69))
      try expectPitch(440)
      try pad.lift()
      try expectSilence(within: 3)
      try pad.pull()
    }

    scenario("Fingers whose events were lost are where they are now") {
      let screen = try Sensor(.screen, named: Self.screen, by: sensor)
      let instrument = try touched()
      defer { instrument.stop() }
      Thread.sleep(forTimeInterval: 1)
      try screen.touch(1, at: Self.place(ofKey: 57))
      try expectPitch(220)
      try instrument.whilePaused {
        try screen.lift()
        try screen.touch(2, slot: 3, at: 0)
        // The kernel keeps the last thousand events at most, and those do not tell the slot.
        for step in 1...2000 { try screen.report((Axis.touchX, step % 500)) }
        try screen.report((Axis.touchX, Self.place(ofKey: 69)))
        // The script has written it all, before the instrument goes on.
        Thread.sleep(forTimeInterval: 8)
      }
      try expectPitch(440)
      // In the slot that a lost event had chosen.
      try screen.report((Axis.touchX, Self.place(ofKey: 81)))
      try expectPitch(880)
      try screen.lift(slot: 3)
      try expectSilence(within: 3)
      try screen.pull()
    }

    scenario("A finger that is down before a touch screen is opened plays, and can be lifted") {
      let screen = try Sensor(.screen, named: Self.screen, by: sensor)
      try screen.touch(7, slot: 2, at: Self.place(ofKey: 69))
      let instrument = try touched()
      defer { instrument.stop() }
      try expectPitch(440)
      try screen.report((Axis.finger, -1))
      try expectSilence(within: 3)
      try screen.pull()
    }
  }

  /// An instrument that a touch screen plays.
  private func touched(_ options: String...) throws -> Instrument { try touched(options) }

  private func touched(_ options: [String]) throws -> Instrument {
    stopInstrument()
    return try Instrument(spinet, [Stage.patch, "--touch", "Glass"] + options + Stage.playback)
  }

  /// Another program that listens to the screen: it says a line when it is ready, and one for each report.
  private func reader(_ options: String...) throws -> Program {
    let reader = try Program([script("eventreader"), Self.screen] + options)
    try expect(soon(seconds: 90) { reader.lineCount == 1 }, seen: reader.errors, expected: "it listens")
    return reader
  }
}
