import Foundation
import Glibc
import Scratch
import SpinetRealtime
import SpinetSession
import SpinetWidgets
import Testing

@testable import SpinetPanel

@Suite(.serialized) struct PanelServerTests {
  private func get(_ rig: PanelRig, _ path: String, host: String? = nil, method: String = "GET") throws
    -> String
  {
    let client = try RawClient(port: rig.port)
    client.send(
      "\(method) \(path) HTTP/1.1\r\nHost: \(host ?? "127.0.0.1:\(rig.port)")\r\nConnection: close\r\n\r\n")
    return client.readToEnd()
  }

  @Test func `The page and its files are served, and nothing else`() throws {
    let rig = try PanelRig()
    let page = try get(rig, "/")
    #expect(page.hasPrefix("HTTP/1.1 200 OK") && page.contains("<title>Spinet</title>"))
    #expect(page.contains("Content-Security-Policy: default-src 'none'"))
    for path in PageFile.all.keys { #expect(try get(rig, path).hasPrefix("HTTP/1.1 200 OK"), "\(path)") }
    #expect(try get(rig, "/main.js?x").contains("text/javascript"))
    for path in ["/none", "/../Package.swift", "/%2e%2e/", "//", "/index.html/"] {
      #expect(try get(rig, path).hasPrefix("HTTP/1.1 404"), "\(path)")
    }
    #expect(try get(rig, "/", method: "POST").hasPrefix("HTTP/1.1 405"))
    #expect(try get(rig, "/", method: "HEAD").hasSuffix("\r\n\r\n"))
  }

  @Test func `Strangers get 403, which is told once a kind and without the token`() throws {
    let rig = try PanelRig()
    for _ in 0..<3 { #expect(try get(rig, "/", host: "evil.example").hasPrefix("HTTP/1.1 403")) }
    func open(token: String? = nil, host: String? = nil, origin: String? = nil) throws -> String {
      try RawClient(port: rig.port).open(
        port: rig.port, token: token ?? rig.token, host: host, origin: origin)
    }
    #expect(try open().hasPrefix("HTTP/1.1 101"))
    #expect(try open(origin: "http://127.0.0.1:\(rig.port)").hasPrefix("HTTP/1.1 101"))
    #expect(try open(origin: "http://evil.example").hasPrefix("HTTP/1.1 403"))
    #expect(try open(token: "").hasPrefix("HTTP/1.1 403"))
    #expect(try open(token: String(rig.token.reversed())).hasPrefix("HTTP/1.1 403"))
    #expect(rig.panel.counts.refusals == 6 && rig.told.all.count == 3)
    #expect(!rig.told.all.joined().contains(rig.token))
  }

  @Test func `A page gets the whole state, and what changes`() throws {
    let rig = try PanelRig()
    let page = try rig.page()
    for key in ["words", "hello", "parts", "widgets", "lit", "status", "piano", "patches"] {
      #expect(page.next(key) != nil, "\(key)")
    }
    rig.handle.move("filter.cutoff", by: 500)
    #expect(page.hears("moved", "1500"))
    page.say(#"{"set":["level",0.25]}"#)
    #expect(page.hears("moved", "0.25") && rig.handle.widgets["level"]?.value == 0.25)
    page.say(#"{"at":["filter.cutoff",1]}"#)
    #expect(page.hears("moved", "20000"))
    page.say(#"{"text":["filter.cutoff","440 Hz"]}"#)
    #expect(page.hears("moved", "440"))
    page.say(#"{"text":["filter.cutoff","loud"]}"#)
    #expect(page.next("error")?.contains("give a number") == true)
    page.say(#"{"reset":"filter.cutoff"}"#)
    #expect(page.hears("moved", "1000"))
    page.say(#"{"ask":[7,"engine","status","text"]}"#)
    #expect(page.next("answer")?.hasPrefix(#"{"answer":7,"lines":["#) == true)
    page.say("nonsense")
    #expect(page.next("error") != nil)
  }

  @Test func `The last change of the figures is told too`() throws {
    let rig = try PanelRig()
    let page = try rig.page()
    func isTold(_ word: String) -> Bool { page.hears("status", "\"sound\":\"\(word)") }
    #expect(isTold("playing"))
    page.say(#"{"set":["engine.running",0]}"#)
    #expect(isTold("stopped"))
    page.say(#"{"set":["engine.running",1]}"#)
    #expect(isTold("playing"))
  }

  @Test func `Keys play, light up on every page, and end with the page that held them`() throws {
    let rig = try PanelRig()
    let (one, two) = (try rig.page(), try rig.page())
    _ = (one.next("piano"), two.next("piano"))
    one.say(#"{"note":[60,100]}"#)
    two.say(#"{"note":[64,100]}"#)
    #expect(rig.soon { rig.begun == 2 })
    #expect(two.hears("lit", "60"))
    one.say(#"{"set":["level",0.75]}"#)
    shutdown(one.descriptor, Int32(SHUT_RDWR))
    #expect(rig.soon { rig.ended == 1 && rig.handle.widgets["level"]?.value == 0.75 })
    usleep(50_000)
    #expect(rig.ended == 1)
    two.say(#"{"note":[64,0]}"#)
    #expect(rig.soon { rig.ended == 2 })
  }

  @Test(arguments: ["keyboard", "piano", "software-piano"])
  func `Fingers play each surface, and lift where a page falls silent`(surface: String) throws {
    let rig = try PanelRig()
    let page = try rig.page()
    let begin = HostTime.now
    page.say(#"{"touch":[["\#(surface)",1,"down",0.3,0.9,0]]}"#)
    #expect(rig.soon { rig.begun == 1 })
    #expect(page.next("alive") != nil)
    #expect(rig.soon { rig.ended == 1 })
    let waited = HostTime.now.nanoseconds(since: begin)
    #expect(waited > 150_000_000)
    page.say(#"{"touch":[["\#(surface)",2,"down",0.3,0.9,0]]}"#)
    page.say(#"{"touch":[["\#(surface)",2,"up",0.3,0.9,1]]}"#)
    #expect(rig.soon { rig.begun == 2 && rig.ended == 2 })
  }

  @Test func `A finger that jumps an octave plays every key on its way`() throws {
    let rig = try PanelRig()
    let page = try rig.page()
    page.say(#"{"touch":[["keyboard",1,"down",0.4726,0.9,0]]}"#)
    #expect(rig.soon { rig.begun == 1 })
    page.say(#"{"touch":[["keyboard",1,"move",0.5664,0.9,1]]}"#)
    #expect(rig.soon { rig.begun == 13 && rig.ended == 12 })
  }

  @Test func `A second page does not take the news of the first`() throws {
    let rig = try PanelRig()
    let one = try rig.page()
    _ = one.next("piano")
    for value in ["2000", "3000", "4000"] {
      rig.handle.move("filter.cutoff", by: 1000)
      let two = try rig.page()
      #expect(two.next("widgets")?.contains("[\(value),") == true)
      #expect(one.hears("moved", value))
    }
  }

  @Test func `A page that was too slow gets the state when it has read, without further news`() throws {
    let rig = try PanelRig()
    let page = try rig.page()
    _ = page.next("piano")
    // More than both sockets hold: from here on messages are skipped.
    for _ in 0..<200 { rig.panel.log(String(repeating: "x", count: 60_000)) }
    page.waitUntilFull()
    rig.handle.move("filter.cutoff", by: 500)
    usleep(500_000)
    #expect(page.hears("widgets", "[1500,"))
  }

  @Test func `A page asks for what can be loaded`() throws {
    let rig = try PanelRig()
    let page = try rig.page()
    _ = page.next("patches")
    page.say(#"{"patches":1}"#)
    #expect(page.next("patches")?.contains(#""warm-pad""#) == true)
  }

  @Test(
    arguments: [
      (249, true, false), (251, true, true), (251, false, false), (14_999, false, false),
      (15_001, false, true),
    ])
  func `Fingers are lost after 250 ms of silence, notes after 15 s`(
    milliseconds: Int64, withFingers: Bool, isLost: Bool
  ) {
    #expect(PageFingers.isLost(silentFor: milliseconds * 1_000_000, withFingers: withFingers) == isLost)
  }

  @Test func `What was played is asked for, where it is kept`() throws {
    let rig = try PanelRig()
    let page = try rig.page()
    page.say(#"{"takes":1}"#)
    #expect(page.next("takes") == #"{"takes":null}"#)
    page.say(#"{"take":1}"#)
    #expect(page.next("error")?.contains("keeps no journal") == true)
  }

  @Test func `The octave and the software piano are each page's own`() throws {
    let rig = try PanelRig()
    let (one, two) = (try rig.page(), try rig.page())
    _ = (one.next("piano"), two.next("piano"))
    one.say(#"{"octave":2}"#)
    #expect(one.next("piano")?.contains(#""C2""#) == true)
    two.say(#"{"piano":[3,"A3"]}"#)
    let piano = two.next("piano")
    #expect(piano?.contains(#""octave":4"#) == true && piano?.contains(#""whites":3,"first":"A3""#) == true)
  }

  // MARK: Bad input

  @Test(
    arguments: [
      [0x81, 0x80 | 2, 0, 0, 0, 0, 0xC3, 0x28],
      [0x81, 0xFF, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0],
      [0x81, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
      [0x83, 0x80, 0, 0, 0, 0], [0x80, 0x80, 0, 0, 0, 0],
    ] as [[UInt8]])
  func `A frame that is none, or too large, closes its connection and no other`(bytes: [UInt8]) throws {
    let rig = try PanelRig()
    let (good, bad) = (try rig.page(), try rig.page())
    good.say(#"{"note":[60,100]}"#)
    #expect(rig.soon { rig.begun == 1 })
    bad.send(bytes)
    while bad.nextFrame() != nil {}
    good.say(#"{"note":[60,0]}"#)
    #expect(rig.soon { rig.ended == 1 })
  }

  @Test func `A message in parts is one message, up to 64 KB`() throws {
    let rig = try PanelRig()
    let page = try rig.page()
    page.frame(opcode: 1, final: false, Array(#"{"note":[6"#.utf8))
    page.frame(opcode: 9, [1, 2])
    page.frame(opcode: 0, Array("0,100]}".utf8))
    #expect(rig.soon { rig.begun == 1 })
    let large = try rig.page()
    for part in 0..<40 {
      large.frame(opcode: part == 0 ? 1 : 0, final: false, Array(repeating: 0x20, count: 4096))
    }
    while large.nextFrame() != nil {}
    #expect(rig.panel.counts.brokenConnections >= 1)
  }

  /// Opcode with its reserved bits, payload, and the code of the answer.
  @Test(
    arguments: [
      (8, [], 1000), (8, [0x03, 0xE8], 1000), (8, [0x0F, 0xA0, 0x41], 4000), (8, [0x03], 1002),
      (8, [0x03, 0xE7], 1002), (8, [0x03, 0xED], 1002), (8, [0x07, 0xD0], 1002),
      (8, [0x03, 0xE8, 0xFF], 1007),
      (0x41, [0x7B, 0x7D], 1002), (0x21, [], 1002), (0x13, [], 1002), (3, [], 1002), (0xB, [], 1002),
    ] as [(UInt8, [UInt8], Int)])
  func `The end has the code that fits its reason`(opcode: UInt8, payload: [UInt8], code: Int) throws {
    let rig = try PanelRig()
    let page = try rig.page()
    _ = page.next("piano")
    page.frame(opcode: opcode, payload)
    var last = page.nextFrame()
    while let frame = last, frame.opcode != 8 { last = page.nextFrame() }
    #expect(last?.payload == [UInt8(code >> 8), UInt8(code & 255)])
    #expect(page.nextFrame() == nil)
  }

  @Test func `Half a request is closed after a second, and a page is served meanwhile`() throws {
    let rig = try PanelRig()
    let slow = try RawClient(port: rig.port)
    slow.send("GET / HT")
    #expect(try get(rig, "/").hasPrefix("HTTP/1.1 200 OK"))
    _ = slow.readToEnd()
    #expect(recv(slow.descriptor, nil, 0, Int32(MSG_DONTWAIT)) == 0)
  }

  @Test func `Pages beyond the limit are turned away, and those that are open go on`() throws {
    let rig = try PanelRig()
    let page = try rig.page()
    let crowd = try (1..<Connections.mostPages).map { _ in try rig.page() }
    let late = try RawClient(port: rig.port)
    #expect(!late.open(port: rig.port, token: rig.token).contains("101"))
    #expect(rig.panel.counts.turnedAway == 1)
    page.say(#"{"note":[60,100]}"#)
    #expect(rig.soon { rig.begun == 1 })
    withExtendedLifetime(crowd) {}
  }

  @Test func `A page that does not read costs no more than its buffer, and gets the state later`() throws {
    let rig = try PanelRig()
    let page = try rig.page()
    _ = page.next("piano")
    for value in 0..<400 {
      rig.handle.widgets["level"]?.set(Double(value % 100) / 100)
      rig.handle.move("level", by: 0)
      usleep(2000)
    }
    rig.handle.widgets["level"]?.set(0.625)
    rig.handle.move("level", by: 0)
    var last = ""
    while !last.contains("0.625"), let next = page.next("moved") { last = next }
    #expect(last.contains("0.625"))
  }

  @Test func `Without a panel there is no port, and closing ends it`() throws {
    let rig = try PanelRig()
    rig.panel.close()
    #expect(rig.panel.link == nil)
    #expect(throws: POSIXError.self) { try RawClient(port: rig.port) }
    let link = try rig.panel.serve(at: .local)
    #expect(link.url != "" && rig.panel.link == link)
  }

  @Test func `A port that is taken is an error`() throws {
    let rig = try PanelRig()
    let other = Panel(rig.handle)
    #expect(throws: SpinetError.self) { try other.serve(at: PanelAddress("\(rig.port)")) }
  }
}
