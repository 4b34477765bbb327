import ArgumentParser
import SpinetPanel
import SpinetRealtime
import SpinetSession
import SpinetText
import Synchronization

/// `spinet panel`: the page of the running instrument.
struct PanelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "panel", abstract: "Open the panel of the running instrument, and print its address.",
    discussion:
      "Open the address in a browser on this machine. For a phone, start with 'spinet play --panel lan'.")

  @OptionGroup var remote: RemoteOptions

  @Flag(help: "Print one JSON object a line.")
  var json = false

  func run() throws {
    for line in try remote.control().panel(json: json) { StandardOutput.say(line) }
  }
}

/// Where `play` serves its panel.
struct PanelOptions: ParsableArguments {
  @Option(
    name: .customLong("panel"), defaultAsFlag: "",
    help: ArgumentHelp(
      """
      Show the instrument in a browser: on this machine at any free port or at PORT, for the whole network with \
      lan, or at ADDRESS:PORT.
      """, valueName: "where"))
  var addressText: String?

  @Flag(
    help: """
      Serve the panel over https, with this machine's own certificate, which the browser must be told to trust. \
      Phones allow sensors, camera and wake lock only over https.
      """)
  var tls = false

  func validate() throws {
    if tls, addressText == nil { throw ValidationError("--tls is for --panel, give both") }
    guard (try? address) == nil, let addressText else { return }
    throw ValidationError("--panel \(addressText) is not an address, expected a port, lan, or ADDRESS:PORT")
  }

  /// Nil if no panel is wanted.
  var address: PanelAddress? {
    get throws(SpinetError) { try addressText.map { text throws(SpinetError) in try PanelAddress(text) } }
  }

  /// The panel of a session, open if it was asked for.
  ///
  /// - Parameter tell: gets warnings.
  func panel(of session: LiveSession, tell: @escaping @Sendable (String) -> Void) throws(SpinetError)
    -> Panel
  {
    let panel = Panel(session.handle, words: .command, tell: tell)
    session.openPanel = { () throws(SpinetError) in try panel.serve(at: .local).url }
    if let address = try address { try panel.serve(at: address, isSecure: tls) }
    return panel
  }
}

extension PanelWords {
  /// The command's options.
  static var command: PanelWords {
    var words = PanelWords()
    words.secure = "‘spinet play --panel lan --tls’"
    words.motion = "‘spinet play --motion panel’"
    words.address = "Open the address that ‘spinet panel’ prints."
    words.secureMotion = "‘spinet play --motion panel --panel lan --tls’"
    return words
  }
}

extension PanelLink {
  /// What `play` prints about it.
  var lines: [String] {
    guard isForOthers else { return ["panel: \(url)"] }
    let code = QRCode(url)
    return ((ASCIIText.isWanted ? code?.linesInASCII : code?.lines) ?? []) + ["panel: \(url)"]
  }
}

/// The panel that gets the log, once there is one.
final class OpenedPanel: Sendable {
  private let opened = Mutex<Panel?>(nil)

  var panel: Panel? {
    get { opened.withLock { $0 } }
    set { opened.withLock { $0 = newValue } }
  }
}
