import Foundation
import SpinetSession

extension Stage {
  /// A sound file as an instrument, and keys that a controller retunes.
  func sampling() {
    scenario(
      "A sound file plays at the key's pitch, its cursor moves, and a tuning message bends what sounds"
    ) {
      stopInstrument()
      try Stage.tone(hertz: 440, seconds: 4).write(to: URL(filePath: Stage.sample))
      let settings = ["sample.root=69", "loop.on=on", "amp.release=0.03"].flatMap { ["--set", $0] }
      let sampler = try Instrument(spinet, [Stage.sample] + settings + Stage.playback)
      defer { sampler.stop() }
      try controller.send("90 3C 64")
      try expectPitch(261.63)
      try sampler.set("loop.end", to: 0.25)
      let place = try sampler.value(of: "sample.position")
      try expect(place > 0 && place <= 1, seen: "the cursor at \(place)", expected: "inside the sample")
      try expectPitch(261.63)
      try sampler.expectValue(of: "sample.position", near: 0.125, tolerance: 0.126)
      // Real time, one note: middle C becomes the C above.
      try controller.send("F0 7F 7F 08 02 00 01 3C 48 00 00 F7")
      try expectPitch(523.25)
      try controller.send("80 3C 00")
      try expectSilence(within: 3)
    }
  }

  private static let sample = "/tmp/hardware/tone.wav"

  /// A WAV of a sine, 16 bits: mono, or on the last channel behind silent ones.
  static func tone(hertz: Double, seconds: Int, silentChannels: Int = 0) -> Data {
    func bytes(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let frames = seconds * Sound.rate
    let silence = bytes(0, 2 * silentChannels)
    let step = 2 * Double.pi * hertz / Double(Sound.rate)
    let samples: [UInt8] = (0..<frames).flatMap { frame in
      silence + bytes(Int(16_000 * sin(step * Double(frame))), 2)
    }
    let channels = silentChannels + 1
    let speed = bytes(Sound.rate, 4) + bytes(2 * channels * Sound.rate, 4)
    let format = bytes(1, 2) + bytes(channels, 2) + speed + bytes(2 * channels, 2)
    let head = Array("WAVEfmt ".utf8) + bytes(16, 4) + format + bytes(16, 2)
    let body = head + Array("data".utf8) + bytes(samples.count, 4) + samples
    return Data(Array("RIFF".utf8) + bytes(body.count, 4) + body)
  }
}
