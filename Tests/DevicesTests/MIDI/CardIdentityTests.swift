import Foundation
import SpinetMIDI
import SystemPackage
import Testing

@testable import SpinetDevices

/// A folder like the kernel's, with sound cards on a USB bus.
private struct Machine: ~Copyable {
  let folder = NSTemporaryDirectory() + "spinet-cards-\(UUID().uuidString)"
  var identity: CardIdentity { CardIdentity(root: FilePath(folder).appending("class")) }

  init() throws { try make("class") }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func make(_ path: String) throws {
    try FileManager.default.createDirectory(atPath: "\(folder)/\(path)", withIntermediateDirectories: true)
  }

  /// - Parameter place: of the device on the bus; nil for a card that is not on USB.
  func plug(_ card: Int, at place: String?, serial: String? = nil) throws {
    let device = "devices/\(place ?? "platform")"
    try make("\(device)/interface")
    if place != nil { try write("1\n", to: "\(device)/busnum") }
    if let serial { try write("\(serial)\n", to: "\(device)/serial") }
    try make("class/card\(card)")
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/class/card\(card)/device", withDestinationPath: "../../\(device)/interface")
  }

  private func write(_ text: String, to path: String) throws {
    try text.write(toFile: "\(folder)/\(path)", atomically: true, encoding: .utf8)
  }
}

@Suite struct `A card on USB` {
  @Test func `is known by its serial number, or else by its place on the bus`() throws {
    let machine = try Machine()
    try machine.plug(0, at: nil)
    try machine.plug(1, at: "1-1", serial: "0001")
    try machine.plug(2, at: "1-2.4")
    #expect(machine.identity.identity(ofCard: 0) == nil)
    #expect(machine.identity.identity(ofCard: 1)?.names == ["serial 0001", "usb 1-1"])
    #expect(machine.identity.identity(ofCard: 2)?.names == ["usb 1-2.4"])
    #expect(machine.identity.identity(ofCard: 7) == nil)
  }

  @Test func `whose serial number another one has too is better told by its place`() throws {
    let machine = try Machine()
    try machine.plug(1, at: "1-1", serial: "0")
    #expect(machine.identity.identity(ofCard: 1)?.names == ["serial 0", "usb 1-1"])
    try machine.plug(2, at: "1-2", serial: "0")
    #expect(machine.identity.identity(ofCard: 1)?.names == ["usb 1-1", "serial 0"])
    #expect(machine.identity.identity(ofCard: 2)?.names == ["usb 1-2", "serial 0"])
  }
}
