import ArgumentParser
import SpinetBridge
import SpinetPanel
import SpinetRealtime
import SpinetSession

/// Where `play` listens for OSC.
struct OSCOptions: ParsableArguments {
  @Option(
    name: .customLong("osc"),
    help: ArgumentHelp(
      """
      Listen for OSC by UDP: on this machine at PORT, for the whole network with lan, or at ADDRESS:PORT. Whoever sends \
      there may play, move widgets and load what is listed.
      """, valueName: "where"))
  var addressText: String?

  @Option(
    name: .customLong("osc-from"),
    help: ArgumentHelp("Listen only to OSC from this address. Repeatable.", valueName: "address"))
  var senders: [String] = []

  func validate() throws {
    if addressText == nil, !senders.isEmpty { throw ValidationError("--osc-from is for --osc, give both") }
    for sender in senders where !OSCBridge.isAddress(sender) {
      throw ValidationError("--osc-from \(sender) is not an address, expected one such as 192.168.1.20")
    }
    guard let addressText, addressText.isEmpty || (try? PanelAddress(addressText)) == nil else { return }
    throw ValidationError("--osc \(addressText) is not an address, expected a port, lan, or ADDRESS:PORT")
  }

  /// Nil if it is not wanted.
  func bridge(
    of session: LiveSession, name: String, tell: @escaping @Sendable (String) -> Void
  ) throws(SpinetError) -> OSCBridge? {
    guard let addressText else { return nil }
    return try OSCBridge(
      session.handle, at: try PanelAddress(addressText), from: senders, name: name, tell: tell)
  }
}

extension OSCBridge {
  /// What `play` prints about it.
  var lines: [String] { ["osc: \(place)"] }
}
