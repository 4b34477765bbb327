import Foundation

extension Stage {
  /// Devices that are there and cannot be used: what the instrument says of them.
  func failing() {
    scenario("A controller that another program holds is told once, and plays after it is plugged in again") {
      stopInstrument()
      guard let client = Sequencer.clients(named: controller.name).first else {
        throw Mismatch(seen: Sequencer.listing(), expected: "a client \(controller.name)")
      }
      let link = ["\(client.number):0", "Midi Through:0"]
      try Program.run(["aconnect", "--exclusive"] + link)
      let instrument = try Instrument(spinet, [Stage.patch] + Stage.playback)
      defer { instrument.stop() }
      let line = "MIDI port \"\(controller.name)\": connect: Device or resource busy"
      try expectOnce(line, from: instrument)
      try Program.run(["aconnect", "--disconnect"] + link)
      try controller.pull()
      try controller.plug()
      try controller.send("90 45 64")
      try expectPitch(440)
      try controller.send("80 45 00")
      try expectSilence(within: 3)
      try expectOnce(line, from: instrument)
    }

    scenario("A sound card that is listened to is told once when it is lost, and when it is back") {
      stopInstrument()
      recording?.stop()
      let path = "/tmp/hardware/listener.csd"
      try Stage.listener.write(toFile: path, atomically: true, encoding: .utf8)
      let input = "hw:Loopback,1,1"
      let listener = try Instrument(spinet, [path, "--pcm", "none", "--input", input], seconds: 240)
      defer { listener.stop() }
      try Program.run("timeout", "15", hotplug, "unplug", "card", "snd_aloop")
      try expectOnce("\(input): No such device", from: listener)
      Thread.sleep(forTimeInterval: 1)
      try Program.run(hotplug, "plug", "card", "snd_aloop")
      try expectOnce("\(input) is back", from: listener)
      try expectOnce("\(input): No such device", from: listener)
      try restartRecording()
    }
  }

  private func expectOnce(_ text: String, from instrument: Instrument) throws {
    _ = soon(seconds: 10) { instrument.errors.contains(text) }
    try expect(
      instrument.errors.ranges(of: text).count == 1, seen: "\"\(instrument.errors)\"",
      expected: "\"\(text)\" once")
  }

  /// What it hears comes out.
  private static let listener = """
    <CsoundSynthesizer>
    <CsOptions>
    -iadc
    </CsOptions>
    <CsInstruments>
    sr = 48000
    ksmps = 128
    nchnls = 2
    0dbfs = 1
    instr 1
      aleft, aright ins
      outs aleft, aright
    endin
    </CsInstruments>
    <CsScore>
    i 1 0 600
    </CsScore>
    </CsoundSynthesizer>
    """
}
