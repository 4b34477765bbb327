import Foundation
import Glibc
import Scratch
import SpinetMIDI
import SpinetWidgets
import Testing

@testable import SpinetSession

/// In a process of its own, because the folders of what is kept are found by the environment.
@Test(.timeLimit(.minutes(20)))
func `A program change moves the preset of a SoundFont`() async {
  await #expect(processExitsWith: .success) {
    let folder = TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    for variable in ["XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"] {
      setenv(variable, folder.path, 1)
    }
    var options = PlayOptions()
    (options.midi, options.pcm, options.state) = (.none, "none", .none)
    options.instrument = try TestFont([.init("Grand Piano"), .init("Organ", program: 16)]).write(to: folder)
    let session = try LiveSession(options: options)
    let handle = session.handle
    let player = Thread {
      let client = handle.newClient()
      /// Chooses a program, and waits until that preset plays.
      func choose(_ program: UInt8, _ preset: String) {
        client.play(.programChange(Channel(status: 0), program: program))
        for _ in 0..<1000 where handle.widgets["preset"]?.text != preset { usleep(20_000) }
        if handle.widgets["preset"]?.text != preset { exit(1) }
      }
      choose(16, "Organ")
      choose(0, "Grand Piano")
      handle.stop()
    }
    player.start()
    _ = try session.run { _ in }
  }
}
