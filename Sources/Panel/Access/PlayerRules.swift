import SpinetDevices
import SpinetLibrary
import SpinetRealtime
import SpinetSession
import SpinetText
import SystemPackage

/// What a page may ask of the instrument. A page is a player, not the user: everyone who has its link may play, but
/// reaches no file that is not listed, and runs no code. [any-thread]
package struct PlayerRules: Sendable {
  let trust: PanelTrust

  package init(trust: PanelTrust) { self.trust = trust }

  /// Whether a request can only be judged by looking at folders or devices, which may take time.
  package func mustLook(at request: Request) -> Bool {
    switch request {
    case .load, .output: trust == .player
    default: false
    }
  }

  /// The request as it is carried out. Looks at folders and devices if `mustLook` says so. Each kind is named, so that
  /// what is new is not allowed by itself.
  ///
  /// - Throws: if only the user may ask this.
  package func allowed(_ request: Request) throws(SpinetError) -> Request {
    guard trust == .player else { return request }
    switch request {
    case .load(let name): return .load(try ListedSounds().argument(of: name))
    case .record(.start(let path?, _)):
      throw Self.refusal(
        "recording '\(path.string.shortened)'", "a page gives no paths", "record without a name")
    case .record(.start(nil, _)): return .record(.start(nil, replace: false))
    case .program:
      throw Self.refusal("program", "a page sends no code, no score and no tables", "send it from a terminal")
    case .panel(.renew): throw Self.refusal("link", "a page cannot change it", "make it in a terminal")
    case .osc: throw Self.refusal("OSC", "a page opens no ports", "open it from a terminal")
    case .output(let output):
      guard
        output.pcm == OutputRequest.noPCM || PCMDescription.all().contains(where: { $0.name == output.pcm })
      else {
        throw Self.refusal(
          "card '\(output.pcm.shortened)'", "no sound card in the list has that name",
          "choose one of the list")
      }
      return request
    case .setList(.play(let name?, _)) where name.contains("/"):
      throw Self.refusal("set list '\(name.shortened)'", "a page gives no paths", "choose one of the list")
    case .widgets, .set, .engine, .scene, .patch, .record(.stop), .reset, .note, .song, .step, .setList,
      .panel(.open), .ports, .connect:
      return request
    }
  }

  private static func refusal(_ what: String, _ why: String, _ remedy: Remedy) -> SpinetError {
    SpinetError(.notAllowed, what: what, why: why, remedy: remedy)
  }
}
