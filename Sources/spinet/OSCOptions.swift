import ArgumentParser
import SpinetBridge
import SpinetPanel
import SpinetRealtime
import SpinetSession
import Synchronization

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

  /// The port of a session, open if it was asked for. `spinet osc` opens it later.
  func port(
    of session: LiveSession, name: String, tell: @escaping @Sendable (String) -> Void
  ) throws(SpinetError) -> OSCPort {
    let (handle, senders) = (session.handle, senders)
    let address = try addressText.map { text throws(SpinetError) in try PanelAddress(text) } ?? .local
    let port = OSCPort { () throws(SpinetError) in
      try OSCBridge(handle, at: address, from: senders, name: name, tell: tell)
    }
    session.openOSC = { () throws(SpinetError) in try port.open().place }
    if addressText != nil { _ = try port.open() }
    return port
  }
}

/// The port for OSC, from the beginning or once somebody has asked for it.
final class OSCPort: Sendable {
  private let bridge = Mutex<OSCBridge?>(nil)
  private let make: @Sendable () throws(SpinetError) -> OSCBridge

  init(_ make: @escaping @Sendable () throws(SpinetError) -> OSCBridge) { self.make = make }

  /// Opens it if it is not open.
  func open() throws(SpinetError) -> OSCBridge {
    try bridge.withLock { (bridge) throws(SpinetError) in
      if let bridge { return bridge }
      let opened = try make()
      bridge = opened
      return opened
    }
  }

  func close() { bridge.withLock { $0?.close() } }

  /// What `play` prints about it.
  var lines: [String] { bridge.withLock { $0?.lines ?? [] } }
}

/// `spinet osc`: where the running instrument listens for OSC.
struct OSCPortCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "osc",
    abstract: "Let the running instrument listen for OSC, and print where.",
    discussion: """
      It listens on this machine, at any free port, if it does not listen yet. For a port of your choice, or for the whole \
      network, start with 'spinet play --osc'.
      """)

  @OptionGroup var remote: RemoteOptions

  @Flag(help: "Print one JSON object a line.")
  var json = false

  func run() throws { for line in try remote.control().osc(json: json) { StandardOutput.say(line) } }
}

extension OSCBridge {
  /// What `play` prints about it.
  var lines: [String] { ["osc: \(place)"] }
}
