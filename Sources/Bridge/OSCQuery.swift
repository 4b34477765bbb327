import NIOCore
import NIOHTTP1
import SpinetPanel
import SpinetSession
import SpinetText

/// Answers what OSCQuery asks by HTTP: `/?HOST_INFO`, and for a path what is there.
struct OSCQuery: Sendable {
  let handle: SessionHandle
  /// The client's name, as in `Spinet`.
  let name: String

  /// - Parameters:
  ///   - uri: a path, and perhaps one attribute: `/widget/filter.cutoff?VALUE`.
  ///   - port: the port for datagrams.
  func answer(to uri: String, port: Int) -> HTTPAnswer? {
    let parts = uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let question = parts.count == 2 ? String(parts[1]) : nil
    if question == "HOST_INFO" { return json(hostInfo(port: port)) }
    let tree = OSCNode.tree(OSCNode.commands + OSCAddresses(handle).all.map { OSCNode($0) })
    let path = String(parts[0])
    guard let node = tree.node(at: path) ?? tree.node(at: OSCAddresses.plain(path)) else { return nil }
    guard let question, !question.isEmpty else { return json(node.json) }
    guard let attribute = OSCAttribute(rawValue: question) else { return Self.unknown(question) }
    guard let value = node.json(of: attribute) else {
      return HTTPAnswer(ByteBuffer(), Self.plainText, .noContent)
    }
    return json("{\(JSONLine.quoted(question)):\(value)}")
  }

  private func json(_ text: String) -> HTTPAnswer { HTTPAnswer(ByteBuffer(string: text), "application/json") }

  private static let plainText = "text/plain; charset=utf-8"

  private static func unknown(_ question: String) -> HTTPAnswer {
    HTTPAnswer(ByteBuffer(string: "400: \(question.shortened) is no attribute\n"), plainText, .badRequest)
  }

  private func hostInfo(port: Int) -> String {
    var (info, extensions) = (JSONLine(), JSONLine())
    for attribute in OSCAttribute.allCases where attribute != .path && attribute != .contents {
      extensions.add(attribute.rawValue, true)
    }
    for ability in ["LISTEN", "PATH_CHANGED", "OSC_STREAMING"] { extensions.add(ability, true) }
    info.add("NAME", name)
    info.add("OSC_PORT", port)
    info.add("OSC_TRANSPORT", "UDP")
    info.add("EXTENSIONS", literal: extensions.description)
    return info.description
  }
}
