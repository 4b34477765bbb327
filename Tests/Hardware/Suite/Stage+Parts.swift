import Foundation

extension Stage {
  /// Several sounds at once, and sounds that change while they play.
  func parts() {
    scenario("A USB controller with two channels plays two parts") {
      try withStage { _ in
        try controller.send("90 39 64")
        try expectPitch(220)
        try controller.send("80 39 00 91 39 64")
        try expectPitch(440)
        try controller.send("81 39 00")
        try expectSilence(within: 3)
      }
    }

    scenario("A pedal steps to the next scene, and a held note keeps its sound") {
      try withStage { instrument in
        try controller.send("90 39 64")
        try expectPitch(220)
        try controller.send("B0 50 7F B0 50 00")
        try instrument.expectValue(of: "scene", near: 1, tolerance: 0)
        try expectPitch(220)
        try controller.send("80 39 00 90 39 64")
        try expectPitch(880)
        try controller.send("80 39 00")
        try expectSilence(within: 3)
      }
    }

    scenario("A program change chooses a scene") {
      try withStage { instrument in
        try controller.send("C0 01")
        try instrument.expectValue(of: "scene", near: 1, tolerance: 0)
        try controller.send("C0 00")
        try instrument.expectValue(of: "scene", near: 0, tolerance: 0)
      }
    }

    scenario("A program change chooses a patch, for the notes after it") {
      stopInstrument()
      let instrument = try Instrument(spinet, [Stage.patch] + Stage.playback)
      defer { instrument.stop() }
      try controller.send("90 45 64")
      try expectPitch(440)
      // The warm pad, 90 of General MIDI.
      try controller.send("C0 59")
      try expectPitch(440)
      try controller.send("80 45 00")
      try instrument.expectValue(of: "filter.cutoff", near: 750, tolerance: 0.5)
    }
  }

  /// Two channels and two scenes, an octave apart; controller 80 steps through the scenes.
  private func withStage(_ body: (Instrument) throws -> Void) throws {
    stopInstrument()
    let stage = "/tmp/hardware/stage.yaml"
    let map = "/tmp/hardware/pedal.yaml"
    try """
    parts:
      low: {sound: \(Stage.patch), channels: 1}
      middle: {sound: \(Stage.patch), channels: 2, transpose: 12}
      high: {sound: \(Stage.patch), channels: 1, transpose: 24}
    scenes:
      first: [low, middle]
      second: [high]

    """.write(toFile: stage, atomically: true, encoding: .utf8)
    try "map:\n  cc 80: {widget: scene, mode: step}\n".write(toFile: map, atomically: true, encoding: .utf8)
    let instrument = try Instrument(spinet, [stage, "--map", map] + Stage.playback)
    defer { instrument.stop() }
    try body(instrument)
  }
}
