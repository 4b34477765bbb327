import Foundation

extension Stage {
  /// JACK with a sound card, here the loopback card, and Spinet on JACK.
  func jack() {
    scenario("On JACK with a sound card the controller is heard") {
      stopInstrument()
      // Before JACK opens the card: with the recorder there, it has two channels instead of 32.
      try restartRecording()
      setenv("ALSA_CONFIG_PATH", try writeJACKConfiguration(), 1)
      setenv("JACK_NO_AUDIO_RESERVATION", "1", 1)
      defer { for name in ["ALSA_CONFIG_PATH", "JACK_NO_AUDIO_RESERVATION"] { unsetenv(name) } }
      let server = try Program(
        ["jackd", "-d", "alsa", "-P", "hw:Loopback,0,0", "-r", "\(Sound.rate)", "-p", "1024", "-n", "3"])
      defer { server.stop() }
      let instrument = try Instrument(spinet, [Stage.patch, "--pcm", "stage", "--only"])
      defer { instrument.stop() }
      try instrument.waitForPCM("stage", seconds: 40)
      try expect(
        soon(seconds: 20) { Self.hears("spinet:out_000") }, seen: server.output + server.errors,
        expected: "spinet:out_000 plays on system:playback_1")
      try controller.send("90 45 64")
      try expectPitch(440, within: 10)
      try controller.send("80 45 00")
      try expectSilence(within: 4)
    }
  }

  /// ALSA's own configuration, and the PCM that the article on connections names.
  private func writeJACKConfiguration() throws -> String {
    let pcm = try passage(/(?ms)^pcm\.stage \{.*?^\}\n/)
    let path = "/tmp/hardware/jack.conf"
    try "</usr/share/alsa/alsa.conf>\n\(pcm)".write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  /// A passage of the article on connections, to be tried as it stands there.
  func passage(_ pattern: Regex<Substring>) throws -> String {
    let article = hotplug.replacing(
      /Tests\/Hardware\/hotplug$/, with: "Sources/spinet/spinet.docc/Connections.md")
    let text = try String(contentsOfFile: article, encoding: .utf8)
    guard let passage = text.firstMatch(of: pattern) else {
      throw Mismatch(seen: text, expected: "a passage to try")
    }
    return String(passage.output)
  }

  /// Whether the first output of JACK's card plays `port`.
  private static func hears(_ port: String) -> Bool {
    guard let listing = try? Program.run("jack_lsp", "-c", "system:playback_1") else { return false }
    return listing.contains(port)
  }
}
