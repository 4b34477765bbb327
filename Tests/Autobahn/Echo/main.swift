// Answers every message with itself over the panel's own server, until its input ends: what Autobahn's suite talks to.
import Foundation
import NIOCore
import SpinetPanel

final class Echo: SocketUser {
  private let line: SocketLine

  init(_ line: SocketLine) { self.line = line }

  func received(_ text: String) { line.send(text) }
  func received(_ bytes: ByteBuffer) { line.send(bytes) }
  func writable() {}
  func closed() {}
}

let token = AccessToken()
let server = try PanelServer(
  host: "127.0.0.1", port: 0, counts: PanelCounts { _ in },
  rules: { port in PanelRules(hosts: ["127.0.0.1:\(port)"], token: token) },
  open: { line in Echo(line) })
FileHandle.standardOutput.write(Data("ws://127.0.0.1:\(server.port)/socket?\(token.text)\n".utf8))
while readLine() != nil {}
server.stop()
