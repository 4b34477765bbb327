import Foundation
import SpinetDevices
import SpinetMIDI
import SpinetWidgets
import SystemPackage
import Testing

@testable import SpinetLibrary

@Suite struct `The mapping of a controller` {
  private let folder = NSTemporaryDirectory() + "spinet-shelf-\(UUID().uuidString)"

  private func shelf(_ text: String? = nil) throws -> ActiveMappings {
    var files: [FilePath] = []
    if let text {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      files = [FilePath("\(folder)/own.yaml")]
      try text.write(toFile: files[0].string, atomically: true, encoding: .utf8)
    }
    return try ActiveMappings(
      files: files, library: Catalog(environment: [:]), widgets: WidgetSet([Widget("osc.mix")]))
  }

  private func port(_ client: String, serial: String? = nil) -> MIDIPort {
    MIDIPort(
      id: PortID(rawValue: 1), client: client, name: "\(client) MIDI 1", address: "24:0",
      identity: serial.map { ControllerIdentity(serial: $0) },
      isHardware: true, sends: true, receives: true)
  }

  @Test func `is the one that knows its name, and says by which pattern`() throws {
    let choice = try shelf().choice(for: port("nanoKONTROL2"))
    #expect(
      choice
        == MappingChoice(mapping: "Korg nanoKONTROL2", reason: "\"nanoKONTROL2*\" matches nanoKONTROL2"))
  }

  @Test func `is the general one for a controller that nobody knows`() throws {
    #expect(try shelf().choice(for: port("Nobody's"))?.reason == "general")
  }

  @Test func `may be for one of two of a model`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let shelf = try shelf("controller: Mine\nports: serial 2\nmap:\n  cc 1: osc.mix\n")
    #expect(shelf.choice(for: port("nanoKONTROL2", serial: "2"))?.mapping == "Mine")
    #expect(shelf.choice(for: port("nanoKONTROL2", serial: "1"))?.mapping == "Korg nanoKONTROL2")
  }
}
