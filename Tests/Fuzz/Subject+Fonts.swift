import Foundation
import Scratch
import SpinetEngine
import SpinetRealtime
import SpinetSoundFont
import SpinetWidgets
import SystemPackage

extension Subject {
  /// What passes our own check is played, so that FluidSynth reads it too.
  func checkFont(_ bytes: [UInt8]) throws {
    do throws(SpinetError) {
      _ = try SoundFontFile(name: "fuzz.sf2", length: bytes.count) { offset, count in
        Array(bytes.dropFirst(offset).prefix(count))
      }
      try play(bytes)
    } catch {
      if error.description.contains("\n") { throw Broken(description: "an error of several lines: \(error)") }
    }
  }

  private func play(_ bytes: [UInt8]) throws(SpinetError) {
    let folder = TemporaryFolder()
    let path = "\(folder.path)/fuzz.sf2"
    guard FileManager.default.createFile(atPath: path, contents: Data(bytes)) else { return }
    let engine = try SoundFontEngine(file: FilePath(path), isOffline: true)
    var ends = ControlEnds()
    do { try engine.prepare(framesPerSecond: 48_000, largestBlock: 512, link: ends.link) } catch { return }
    let buffer = SampleBuffer(capacity: 512)
    let timeline = Timeline(framesPerSecond: 48_000)
    for turn in 0..<8 {
      engine.preset.set(Double(turn % 2))
      for event in notes(turn) {
        _ = ends.commands.send(EngineCommand(time: timeline.time(of: Int64(512 * turn)), .voice(event)))
      }
      engine.render(buffer.block(frameCount: 512, firstFrame: Int64(512 * turn), timeline: timeline))
    }
  }

  private func notes(_ turn: Int) -> [VoiceEvent] {
    let voice = VoiceNumber(turn)
    return [
      .start(voice, serial: 1), .set(voice, .key, Double(turn * 17)),
      .set(voice, .freq, 20 * pow(2, Double(turn))), .release(VoiceNumber(turn / 2)),
    ]
  }
}
