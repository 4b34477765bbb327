import Foundation
import Scratch

extension Stage {
  /// The page that shows an instrument, as a client of its socket.
  func panel() {
    scenario("A widget is chosen on the page, a knob is moved, and from then on the knob moves the widget") {
      let instrument = try Instrument(spinet, named: "taught", [Stage.patch, "--pcm", "none", "--panel"])
      defer { instrument.stop() }
      let (port, token) = try instrument.panel()
      let page = try RawClient(port: port)
      let answer = page.open(port: port, token: token)
      try expect(answer.contains("101"), seen: answer, expected: "a WebSocket")
      page.say(#"{"learn": {"widget": "filter.resonance"}}"#)
      try expectLearning(page, #""state":"waiting""#)
      try controller.send("B0 19 0A B0 19 14 B0 19 28 B0 19 40 B0 19 50")
      try expectLearning(page, #""state":"saved""#)
      page.say(#"{"learn": {"off": 1}}"#)
      try expectLearning(page, #""state":"off""#)
      // The file has the controller's name.
      let folder = "/tmp/hardware/config/spinet/mappings"
      let files = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).map {
        "\(folder)/\($0)"
      }
      defer { for file in files { unlink(file) } }
      let written = files.compactMap { try? String(contentsOfFile: $0, encoding: .utf8) }.joined()
      try expect(
        written.contains("cc 25: filter.resonance"), seen: written, expected: "the learned line in a mapping")
      Thread.sleep(forTimeInterval: 2.5)
      try controller.send("B0 19 7F")
      try instrument.expectValue(of: "filter.resonance", near: 1, tolerance: 0.001)
      try controller.send("B0 19 00")
      try instrument.expectValue(of: "filter.resonance", near: 0, tolerance: 0.001)
      // Moves are told by number, value and position.
      try expect(page.hears("moved", ",0,0,"), seen: "nothing", expected: "the page sees the widget move")
    }
  }

  private func expectLearning(_ page: RawClient, _ text: String) throws {
    try expect(
      page.hears("learning", text), seen: "another answer", expected: "a page that learns with \(text)")
  }
}
