import NIOCore
import NIOHTTP1
import SpinetRealtime
import Testing

@testable import SpinetPanel

@Suite struct PanelRulesTests {
  private let token = AccessToken()

  private func head(_ uri: String, host: String?, origin: String? = nil) -> HTTPRequestHead {
    var headers = HTTPHeaders()
    if let host { headers.add(name: "Host", value: host) }
    if let origin { headers.add(name: "Origin", value: origin) }
    return HTTPRequestHead(version: .http1_1, method: .GET, uri: uri, headers: headers)
  }

  private func rules(_ address: PanelAddress = .local) -> PanelRules {
    PanelRules(hosts: address.hosts(port: 8000, among: ["192.168.1.5", "fe80::1"]), token: token)
  }

  @Test(
    arguments: [
      ("127.0.0.1:8000", nil, nil), ("localhost:8000", "http://localhost:8000", nil),
      ("[::1]:8000", nil, nil),
      ("LOCALHOST:8000", "http://LocalHost:8000", nil),
      ("evil.example:8000", nil, .host), ("127.0.0.1", nil, .host), ("127.0.0.1:8001", nil, .host),
      (nil, nil, .host),
      ("192.168.1.5:8000", nil, .host), ("127.0.0.1:8000", "http://evil.example", .origin),
      ("127.0.0.1:8000", "https://127.0.0.1:8000", .origin), ("127.0.0.1:8000", "null", .origin),
      ("localhost:8000", "http://127.0.0.1:8000", .origin),
    ] as [(String?, String?, PanelRules.Refusal?)])
  func `Only pages of its own address are answered`(
    host: String?, origin: String?, refusal: PanelRules.Refusal?
  ) {
    #expect(rules().refusal(of: head("/", host: host, origin: origin)) == refusal)
  }

  @Test func `Where no token is asked for, a WebSocket may be opened at any path of its own address`() {
    let rules = PanelRules(hosts: ["127.0.0.1:8000"], token: nil)
    #expect(rules.socketRefusal(of: head("/", host: "127.0.0.1:8000")) == nil)
    #expect(rules.socketRefusal(of: head("/", host: "evil.example")) == .host)
    #expect(
      rules.socketRefusal(of: head("/", host: "127.0.0.1:8000", origin: "http://evil.example")) == .origin)
  }

  @Test func `A list of visitors names addresses as anybody writes them`() throws {
    let visitor = try SocketAddress(ipAddress: "::ffff:192.168.1.20", port: 1)
    for written in ["192.168.1.20", "::FFFF:192.168.1.20", "::ffff:c0a8:114"] {
      #expect(PanelRules(hosts: [], token: nil, visitors: [PanelRules.plain(written)]).isVisitor(visitor))
    }
    #expect(!PanelRules(hosts: [], token: nil, visitors: ["192.168.1.2"]).isVisitor(visitor))
    #expect(PanelRules(hosts: [], token: nil).isVisitor(nil))
  }

  @Test func `On a network it answers to the addresses of this machine, and to no name`() throws {
    let rules = rules(try PanelAddress("lan"))
    #expect(rules.refusal(of: head("/", host: "192.168.1.5:8000")) == nil)
    #expect(rules.refusal(of: head("/", host: "[fe80::1]:8000")) == nil)
    #expect(rules.refusal(of: head("/", host: "192.168.1.6:8000")) == .host)
    #expect(rules.refusal(of: head("/", host: "piano.local:8000")) == .host)
  }

  @Test func `A WebSocket needs the token too`() {
    func refusal(_ uri: String) -> PanelRules.Refusal? {
      rules().socketRefusal(of: head(uri, host: "127.0.0.1:8000"))
    }
    #expect(refusal("/socket?\(token.text)") == nil)
    #expect(
      refusal("/socket") == .token && refusal("/socket?") == .token && refusal("/?\(token.text)") == .token)
    #expect(
      refusal("/socket?\(token.text)0") == .token && refusal("/socket?\(token.text.dropLast())") == .token)
    #expect(refusal("/socket?\(AccessToken().text)") == .token)
  }

  @Test func `A token has 128 bits, and no two are the same`() {
    let tokens = (0..<100).map { _ in AccessToken().text }
    #expect(Set(tokens).count == 100 && tokens.allSatisfy { $0.count == 32 && $0.allSatisfy(\.isHexDigit) })
  }

  @Test(arguments: [
    ("", "127.0.0.1", 0, false), ("8000", "127.0.0.1", 8000, false), ("lan", "0.0.0.0", 0, true),
    ("192.168.1.5:80", "192.168.1.5", 80, true), ("[::1]:9", "::1", 9, false),
    ("127.0.0.2:0", "127.0.0.2", 0, false),
  ])
  func `An address is a port, lan, or an address and a port`(
    text: String, host: String, port: Int, isPublic: Bool
  ) throws {
    let address = try PanelAddress(text)
    #expect(address.host == host && address.port == port && address.isPublic == isPublic)
  }

  @Test(arguments: ["x", "65536", "-1", "localhost:80", "1.2.3.4", "1.2.3.4:x", ":80", "1.2.3:80", "LAN"])
  func `Anything else is refused`(text: String) {
    #expect(throws: SpinetError.self) { try PanelAddress(text) }
  }

  @Test func `A network's address is shown as the first of this machine`() throws {
    #expect(try PanelAddress("lan").shownHost(among: ["fe80::1", "10.0.0.2"]) == "10.0.0.2")
    #expect(try PanelAddress("lan").shownHost(among: []) == "127.0.0.1")
    #expect(PanelAddress.local.shownHost(among: ["10.0.0.2"]) == "127.0.0.1")
  }
}
