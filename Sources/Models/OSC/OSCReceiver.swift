import SpinetText

/// An address of another program that listens to OSC: `127.0.0.1:9000/filter/cutoff`.
package struct OSCReceiver: Hashable, Sendable, CustomStringConvertible {
  /// The four bytes of the machine's address.
  package let machine: [UInt8]
  package let port: UInt16
  package let address: String

  /// What stands before it in the name of a widget whose value is sent there.
  package static let prefix = "osc:"
  private static let expected = "an address such as 127.0.0.1:9000/cutoff"

  /// Reads `MACHINE:PORT/ADDRESS`. The machine is `localhost` or a number, because looking for a name would take time.
  package init(_ text: String) throws(ReadingProblem) {
    guard let slash = text.firstIndex(of: "/"), let colon = text[..<slash].firstIndex(of: ":"),
      let port = UInt16(text[text.index(after: colon)..<slash]), port > 0,
      let machine = Self.machine(text[..<colon]), Self.isAddress(text[slash...])
    else { throw ReadingProblem("\"\(text.shortened)\" found, expected \(Self.expected)") }
    (self.machine, self.port, address) = (machine, port, String(text[slash...]))
  }

  private static func machine(_ text: Substring) -> [UInt8]? {
    if text == "localhost" { return [127, 0, 0, 1] }
    let bytes = text.split(separator: ".", omittingEmptySubsequences: false).compactMap { UInt8($0) }
    return bytes.count == 4 && text.count { $0 == "." } == 3 ? bytes : nil
  }

  private static func isAddress(_ text: Substring) -> Bool {
    text.utf8.count > 1 && text.utf8.count <= OSCPattern.longest
      && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"#*,?[]{}".utf8.contains($0) }
  }

  package var description: String {
    "\(machine.map(String.init).joined(separator: ".")):\(port)\(address)"
  }
}

/// A value that leaves for another program.
package struct OSCDatagram: Hashable, Sendable {
  package let receiver: OSCReceiver
  package let argument: OSCArgument

  package init(to receiver: OSCReceiver, _ argument: OSCArgument) {
    (self.receiver, self.argument) = (receiver, argument)
  }

  package var bytes: [UInt8] { OSCMessage(receiver.address, [argument]).bytes }
}
