import Foundation
import Scratch
import SpinetDevices
import SpinetMIDI
import SpinetRealtime
import SpinetWidgets
import SystemPackage
import Testing

@testable import SpinetSession

/// Files that are edited while they are in use.
@Suite struct SessionFilesTests {
  private let one = Channel(status: 0)
  private let port = Rig.port(PortID(rawValue: 1))

  /// A session with this mapping, and a controller that turns knob 20 fully up at 1 s, 3 s and 5 s, and 21 at 1.5 s, 3.5 s
  /// and 5.5 s.
  private func rig(_ mapping: String) throws -> SessionRig {
    try SessionRig { start in
      [MIDISourceEvent.connected(port)]
        + [1, 1.5, 3, 3.5, 5, 5.5].map { seconds in
          let number: UInt8 = seconds == seconds.rounded() ? 20 : 21
          return .message(
            .controlChange(one, controller: number, value: 127), from: port.id,
            at: start.advanced(bySeconds: seconds))
        }
    } _: { folder, options in
      try Self.write(mapping, in: folder)
      options.mappingFiles = [FilePath("\(folder.path)/own.yaml")]
    }
  }

  private static func write(_ text: String, in folder: TemporaryFolder) throws {
    try text.write(toFile: folder.path + "/own.yaml", atomically: true, encoding: .utf8)
  }

  /// Plays two seconds with both widgets at 0. Returns those that were moved.
  private func moved(_ rig: SessionRig) -> Set<String> {
    for name in ["osc.mix", "filter.cutoff"] { rig.session.handle.widgets[name]?.set(0) }
    rig.play(seconds: 2)
    return Set(["osc.mix", "filter.cutoff"].filter { rig.value($0) ?? 0 > 0 })
  }

  @Test func `A mapping that is saved is read again, and after an error the old one stays`() throws {
    let rig = try rig("map:\n  cc 20: osc.mix\n")
    #expect(moved(rig) == ["osc.mix"])
    try Self.write("map:\n  cc 20: [osc.mix\n", in: rig.folder)
    #expect(moved(rig) == ["osc.mix"])
    #expect(rig.text.contains("own.yaml:3:1: error"))
    try Self.write("map:\n  cc 21: filter.cutoff\n", in: rig.folder)
    #expect(moved(rig) == ["filter.cutoff"])
    #expect(rig.text.contains("mapping files read again"))
  }

  @Test func `It asks for a turn only while a file has to be read`() throws {
    let rig = try rig("map:\n  cc 20: osc.mix\n")
    rig.play(seconds: 0.5)
    #expect(rig.session.loop.deadline(after: rig.clock.now).map { $0 > rig.clock.now } ?? true)
    try Self.write("map:\n  cc 21: osc.mix\n", in: rig.folder)
    // An editor writes, renames and removes; the file is read when that has settled.
    rig.session.loop.turn(until: rig.clock.now)
    let deadline = try #require(rig.session.loop.deadline(after: rig.clock.now))
    #expect(deadline.seconds - rig.clock.now.seconds < 0.05)
  }
}
