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

  @Test func `is the user's, which comes before the built-in one, whatever its ports are`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let named = try shelf("controller: Named\nmap:\n  cc 21: osc.mix\n")
    #expect(named.choice(for: port("nanoKONTROL2")) == MappingChoice(mapping: "Named", reason: "general"))
    let own = folder + "/config/spinet/mappings"
    try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
    for (name, ports) in [("a", ""), ("b", "ports: nano*\n")] {
      try "controller: Own \(name)\n\(ports)map:\n  cc 21: osc.mix\n".write(
        toFile: "\(own)/\(name).yaml", atomically: true, encoding: .utf8)
    }
    let all = try ActiveMappings(
      files: named.files, library: Catalog(environment: ["XDG_CONFIG_HOME": folder + "/config"]),
      widgets: WidgetSet([Widget("osc.mix")]))
    let titles = all.mappings.map(\.title)
    #expect(titles.prefix(3) == ["Named", "Own b", "Own a"])
    #expect(titles.last == "mappings/default.yaml")
    #expect(all.choice(for: port("Nobody's"))?.mapping == "Named")
  }

  @Test func `may be for one of two of a model`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let shelf = try shelf("controller: Mine\nports: serial 2\nmap:\n  cc 1: osc.mix\n")
    #expect(shelf.choice(for: port("nanoKONTROL2", serial: "2"))?.mapping == "Mine")
    #expect(shelf.choice(for: port("nanoKONTROL2", serial: "1"))?.mapping == "Korg nanoKONTROL2")
  }
}
