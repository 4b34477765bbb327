import ArgumentParser
import SpinetLibrary
import SpinetPanel
import SpinetRealtime
import SpinetSession
import SpinetText
import Synchronization
import SystemPackage

/// `spinet panel`: the page of the running instrument.
struct PanelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "panel", abstract: "Open the panel of the running instrument, and print its address.",
    discussion:
      "Open the address in a browser on this machine. For a phone, start with 'spinet play --panel lan'.")

  @OptionGroup var remote: RemoteOptions

  @Flag(help: "Print one JSON object a line.")
  var json = false

  @Flag(
    name: .customLong("new-link"),
    help: "Make another link. The old one, and all pages that it has opened, end.")
  var newLink = false

  @Option(help: ArgumentHelp("Open this page of your own first.", valueName: "name"))
  var page: String?

  func run() throws {
    let name = try page.map { name throws(SpinetError) in try OwnPage.name(matching: name) }
    for line in try remote.control().panel(json: json, newLink: newLink) {
      StandardOutput.say(name.map { PanelLink.address(line, openingPage: $0) } ?? line)
    }
  }
}

/// The user's own pages, as `--page` names them.
enum OwnPage {
  /// - Throws: if there is none of that name.
  static func name(matching name: String) throws(SpinetError) -> String {
    let names = try Catalog.current.own(.page).map(\.name)
    if names.contains(name) { return name }
    throw SpinetError(
      .unknownName, what: "page '\(name.shortened)'", why: "you have no page of that name",
      remedy: Remedy(
        forUnknown: name, among: names,
        otherwise: names.isEmpty ? "make one in the panel first" : Remedy(.chooseAmong, names.joinedByOr)))
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

  @Option(
    name: .customLong("panel-trust"),
    help: ArgumentHelp(
      """
      What a page may do: player, or full. A player plays, moves widgets, loads what is listed, records into your \
      music folder and saves by name into your own folders; full is everything that you may do yourself, with paths \
      and programs, and needs --tls on a network.
      """, valueName: "trust"))
  var trust: PanelTrust = .player

  func validate() throws {
    if trust == .full, !tls, let address = try? address, address.isPublic {
      throw ValidationError("--panel-trust full on a network needs --tls")
    }
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
  /// - Parameters:
  ///   - client: the name of the instance, which has a link of its own.
  ///   - tell: gets warnings.
  func panel(
    of session: LiveSession, client: String, tell: @escaping @Sendable (String) -> Void
  ) throws(SpinetError) -> Panel {
    var access = PanelAccess()
    access.trust = trust
    access.linkFile = Folders().state.appending("panel").appending("\(client).yaml")
    let panel = Panel(session.handle, words: .command, access: access, tell: tell)
    session.openPanel = { (verb) throws(SpinetError) in
      switch verb {
      case .open: try panel.serve(at: .local).url
      case .renew: try panel.renewLink().url
      }
    }
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

extension PanelTrust: ExpressibleByArgument {}

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
