import Foundation
import Scratch
import SpinetOSC
import SpinetSession
import SpinetWidgets
import Testing

@testable import SpinetBridge

/// The tree of addresses, by HTTP and WebSocket.
struct OSCQueryTests {
  private func get(_ rig: BridgeRig, _ path: String, host: String? = nil) throws -> String {
    let client = try RawClient(port: rig.bridge.port)
    let host = host ?? "127.0.0.1:\(rig.bridge.port)"
    client.send("GET \(path) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
    return client.readToEnd()
  }

  private func object(_ rig: BridgeRig, _ path: String) throws -> [String: Any] {
    let answer = try get(rig, path)
    #expect(answer.hasPrefix("HTTP/1.1 200"), "\(answer)")
    let body = try #require(answer.range(of: "\r\n\r\n")).upperBound
    let json = try JSONSerialization.jsonObject(with: Data(answer[body...].utf8))
    return try #require(json as? [String: Any])
  }

  @Test func `The host tells its port and what it can do`() throws {
    let rig = try BridgeRig()
    let info = try object(rig, "/?HOST_INFO")
    #expect(info["NAME"] as? String == "Spinet")
    #expect(info["OSC_PORT"] as? Int == rig.bridge.port)
    #expect(info["OSC_TRANSPORT"] as? String == "UDP")
    let extensions = try #require(info["EXTENSIONS"] as? [String: Bool])
    for ability in ["LISTEN", "VALUE", "RANGE", "TYPE", "UNIT", "DESCRIPTION", "ACCESS"] {
      #expect(extensions[ability] == true, "\(ability)")
    }
  }

  @Test func `An address tells its type, range, value and unit`() throws {
    let rig = try BridgeRig()
    let cutoff = try object(rig, "/widget/filter.cutoff")
    #expect(cutoff["FULL_PATH"] as? String == "/widget/filter.cutoff")
    #expect(cutoff["TYPE"] as? String == "f")
    #expect(cutoff["ACCESS"] as? Int == 3)
    #expect(cutoff["VALUE"] as? [Double] == [1000])
    #expect(cutoff["UNIT"] as? [String] == ["Hz"])
    #expect(cutoff["RANGE"] as? [[String: Double]] == [["MIN": 20, "MAX": 20_000]])
    let mode = try object(rig, "/widget/mode")
    #expect(mode["TYPE"] as? String == "i")
    #expect((mode["RANGE"] as? [[String: Any]])?.first?["VALS"] as? [Int] == [0, 1])
    #expect(mode["DESCRIPTION"] as? String == "0 soft, 1 hard")
    #expect(try object(rig, "/widget/a%20b%23c")["FULL_PATH"] as? String == "/widget/a%20b%23c")
  }

  @Test func `The root has folders of what there is`() throws {
    let rig = try BridgeRig()
    let root = try object(rig, "/")
    let contents = try #require(root["CONTENTS"] as? [String: [String: Any]])
    #expect(contents["note"]?["TYPE"] as? String == "ii")
    #expect(contents["note"]?["ACCESS"] as? Int == 2)
    let widgets = try #require(contents["widget"]?["CONTENTS"] as? [String: [String: Any]])
    #expect(Set(rig.engine.widgets.map(\.name).prefix(3)).isSubset(of: widgets.keys))
  }

  @Test func `One attribute alone can be asked for`() throws {
    let rig = try BridgeRig()
    #expect(try object(rig, "/widget/filter.cutoff?VALUE").keys.sorted() == ["VALUE"])
    #expect(try get(rig, "/widget?VALUE").hasPrefix("HTTP/1.1 204"))
    #expect(try get(rig, "/widget/filter.cutoff?COLOUR").hasPrefix("HTTP/1.1 400"))
    for path in ["/none", "/widget/filter.cutoff/x", "/index.html"] {
      #expect(try get(rig, path).hasPrefix("HTTP/1.1 404"), "\(path)")
    }
  }

  @Test func `Pages of other addresses, and machines that are not on the list, get nothing`() throws {
    let rig = try BridgeRig()
    #expect(try get(rig, "/", host: "evil.example").hasPrefix("HTTP/1.1 403"))
    let client = try RawClient(port: rig.bridge.port)
    let answer = client.open(port: rig.bridge.port, token: "", origin: "http://evil.example")
    #expect(answer.hasPrefix("HTTP/1.1 403"))
    let closed = try BridgeRig(from: ["192.0.2.1"])
    #expect(try get(closed, "/") == "")
  }

  @Test func `Whoever listens by WebSocket hears the value and each change`() throws {
    let rig = try BridgeRig()
    let client = try RawClient(port: rig.bridge.port)
    #expect(client.open(port: rig.bridge.port, token: "").hasPrefix("HTTP/1.1 101"))
    client.say(#"{"COMMAND":"LISTEN","DATA":"/widget/filter.cutoff"}"#)
    let address = "/widget/filter.cutoff"
    func next() throws -> OSCMessage? {
      try client.nextFrame().flatMap { try OSCPacket($0.payload).messages.first?.message }
    }
    #expect(try next() == OSCMessage(address, [.float(1000)]))
    Peer(to: rig.bridge.port).send(address, .float(300))
    #expect(try next() == OSCMessage(address, [.float(300)]))
    client.say(#"{"COMMAND":"IGNORE","DATA":"/widget/filter.cutoff"}"#)
    client.frame(opcode: 2, OSCMessage("/widget/filter.resonance", [.float(0.5)]).bytes)
    #expect(rig.soon { rig.value("filter.resonance") == 0.5 })
    Peer(to: rig.bridge.port).send(address, .float(400))
    #expect(rig.soon { rig.value("filter.cutoff") == 400 })
    client.frame(opcode: 2, OSCMessage("/ping").bytes)
    #expect(try next() == OSCMessage("/pong"))
  }

  @Test func `A note of a connection ends with it`() throws {
    let rig = try BridgeRig()
    try {
      let client = try RawClient(port: rig.bridge.port)
      #expect(client.open(port: rig.bridge.port, token: "").hasPrefix("HTTP/1.1 101"))
      client.frame(opcode: 2, OSCMessage("/note", [.integer(60), .integer(100)]).bytes)
      #expect(rig.soon { rig.begun == 1 })
    }()
    #expect(rig.soon { rig.ended == 1 })
  }

  @Test func `What is no question is counted`() throws {
    let rig = try BridgeRig()
    let client = try RawClient(port: rig.bridge.port)
    #expect(client.open(port: rig.bridge.port, token: "").hasPrefix("HTTP/1.1 101"))
    for text in ["", "{}", "[]", #"{"COMMAND":"LISTEN"}"#, #"{"COMMAND":"X","DATA":"/"}"#] {
      client.say(text)
    }
    client.frame(opcode: 2, [1, 2, 3])
    #expect(rig.soon { rig.bridge.counts.unusable == 5 && rig.bridge.counts.malformed == 1 })
  }
}

/// Addresses of widgets.
struct OSCAddressTests {
  private let cutoff = Widget("filter.cutoff", range: 20...20_000, default: 1000)

  @Test func `An address may have ends of its own`() throws {
    let widget = Widget("gain", range: -10...10, default: 0)
    let address = try #require(OSCAddress(metadata: "/gain 0 1", of: widget))
    #expect(address.text == "/gain")
    #expect(address.value(for: 0.75) == 5)
    #expect(address.argument == .float(0.5))
    #expect(address.below("lead/", for: widget).text == "/lead/gain")
  }

  @Test(arguments: [
    "", "/", "/a 0", "/a 0 x", "/a 1 1", "/a 0 1 2", "/a*", "/a 0 nan", "/note", "/widget/x 0 1",
  ])
  func `What is no address is none`(text: String) { #expect(OSCAddress(metadata: text, of: cutoff) == nil) }

  @Test func `The instrument's own addresses are its commands`() {
    let arguments: [[OSCArgument]] = [
      [.integer(60), .integer(100)], [.text("a")], [.text("play")], [],
    ]
    for name in OSCAddress.own.subtracting(["widget"]) {
      let commands = arguments.compactMap { OSCCommand(OSCMessage("/\(name)", $0)) }
      #expect(!commands.isEmpty, "\(name)")
      #expect(!commands.contains { if case .widget = $0 { true } else { false } }, "\(name)")
    }
  }

  @Test func `An address whose ends are reversed tells the lower one first`() throws {
    let widget = Widget("gain", range: -10...10, default: 0)
    let address = try #require(OSCAddress(metadata: "/gain 5 -5", of: widget))
    #expect(address.value(for: 5) == -10 && address.value(for: -5) == 10)
    #expect(OSCNode(address).json.contains(#""MIN":-5,"MAX":5"#), "\(OSCNode(address).json)")
  }

  @Test func `An address means a widget by its name, its pattern and what a program declares`() throws {
    let set = WidgetSet([cutoff, Widget("a b")])
    let declared = try #require(OSCAddress(metadata: "cut", of: cutoff))
    let addresses = OSCAddresses(set, declared: [declared])
    func meant(_ text: String) -> [String] { addresses.meant(by: text).map(\.text) }
    #expect(meant("/widget/filter.cutoff") == ["/widget/filter.cutoff"])
    #expect(meant("/cut") == ["/cut"])
    #expect(meant("/widget/a b") == ["/widget/a%20b"])
    #expect(meant("/widget/*") == ["/widget/filter.cutoff", "/widget/a%20b"])
    #expect(meant("/none") == [])
  }
}
