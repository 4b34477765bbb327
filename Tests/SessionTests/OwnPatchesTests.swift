import Foundation
import Glibc
import SpinetMIDI
import SpinetRealtime
import Testing

@testable import SpinetSession

/// In a process of its own, because the folder of people's patches is found by the environment.
@Test(.timeLimit(.minutes(20)))
func `A program change knows a patch that came while it plays`() async {
  await #expect(processExitsWith: .success) {
    let folder = NSTemporaryDirectory() + "spinet-own-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for variable in ["XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"] { setenv(variable, folder, 1) }
    let patches = folder + "/spinet/patches"
    try FileManager.default.createDirectory(atPath: patches, withIntermediateDirectories: true)
    var options = PlayOptions()
    (options.midi, options.pcm, options.state) = (.none, "none", .none)
    let session = try LiveSession(options: options)
    let handle = session.handle
    let player = Thread {
      let client = handle.newClient()
      let channel = Channel(status: 0)
      /// Chooses program 77 until this sound plays.
      func choose(_ name: String) {
        for _ in 0..<1000 where handle.status.instrument != name {
          client.play(.programChange(channel, program: 76))
          usleep(20_000)
        }
        if handle.status.instrument != name { exit(1) }
      }
      try? "program: 77\nfilter.cutoff: 500\n".write(
        toFile: patches + "/first.yaml", atomically: true, encoding: .utf8)
      choose("first")
      try? FileManager.default.removeItem(atPath: patches + "/first.yaml")
      try? "program: 77\nfilter.cutoff: 600\n".write(
        toFile: patches + "/second.yaml", atomically: true, encoding: .utf8)
      choose("second")
      handle.stop()
    }
    player.start()
    _ = try session.run { _ in }
  }
}
