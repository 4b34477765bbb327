import Foundation

extension Stage {
  /// Widgets live on their own: the engine comes and goes under them.
  func engineComingAndGoing() {
    scenario("With the engine stopped the knobs still move widgets and nothing sounds") {
      let instrument = try running()
      try instrument.engine("stop")
      try controller.send("B0 4A 00")
      try instrument.expectValue(of: "filter.cutoff", near: 20, tolerance: 1)
      try controller.send("B0 4A 30")
      try instrument.expectValue(of: "filter.cutoff", near: 272, tolerance: 30)
      try controller.send("90 39 64")
      try expectSilence(within: 2)
      try controller.send("80 39 00")
    }

    scenario("What moved while the engine was stopped is in force when it starts") {
      let instrument = try running()
      try instrument.engine("start")
      try controller.send("90 39 64")
      let dark = try expectPitch(220)
      try controller.send("B0 4A 7F")
      let open = try ears().listen(seconds: 0.4)
      try controller.send("80 39 00")
      try expect(
        dark.brightness < 0.6 * open.brightness,
        seen: "brightness \(Int(dark.brightness)) Hz, fully open \(Int(open.brightness)) Hz",
        expected: "a dark first note")
    }
  }
}
