import SpinetOSC
import Testing

@Suite struct SessionManagerTests {
  @Test(arguments: [
    (
      OSCMessage("/nsm/client/open", [.text("/s/song/Spinet.nA"), .text("song"), .text("Spinet.nA")]),
      SessionManagerOrder.open(path: "/s/song/Spinet.nA", name: "Spinet.nA")
    ),
    (OSCMessage("/nsm/client/save"), .save),
    (OSCMessage("/nsm/client/session_is_loaded"), .loaded),
    (
      OSCMessage(
        "/reply", [.text("/nsm/server/announce"), .text("hi"), .text("NSM"), .text(":server-control:")]),
      .welcome("NSM")
    ),
    (
      OSCMessage("/error", [.text("/nsm/server/announce"), .integer(-2), .text("too old")]),
      .refused("too old")
    ),
  ])
  func `Orders of a session manager are understood`(_ message: OSCMessage, _ order: SessionManagerOrder)
    throws
  {
    #expect(SessionManagerOrder(try #require(OSCPacket(message.bytes).messages.first?.message)) == order)
  }

  @Test func `Other messages are none, whatever they carry`() {
    for message in [
      OSCMessage("/reply", [.text("/nsm/client/open"), .text("OK")]),
      OSCMessage("/nsm/client/open", [.integer(1)]),
      OSCMessage("/nsm/client/show_optional_gui"), OSCMessage("/widget/x", [.float(1)]),
    ] {
      #expect(SessionManagerOrder(message) == nil)
    }
  }

  @Test func `Each order is answered once it is done, or with the reason why it is not`() {
    #expect(SessionManagerOrder.save.done == OSCMessage("/reply", [.text("/nsm/client/save"), .text("OK")]))
    #expect(
      SessionManagerOrder.open(path: "/a", name: "b").failed("no such file")
        == OSCMessage("/error", [.text("/nsm/client/open"), .integer(-1), .text("no such file")]))
    #expect(SessionManagerOrder.loaded.done == nil)
  }

  @Test func `An announcement has what the protocol asks for`() {
    let message = SessionManagerNews.announcement(command: "spinet", process: 42).message
    #expect(message.address == "/nsm/server/announce")
    #expect(
      message.arguments == [
        .text("Spinet"), .text(":dirty:"), .text("spinet"), .integer(1), .integer(1), .integer(42),
      ])
  }

  @Test(
    arguments: [
      ("osc.udp://127.0.0.1:14550/", "127.0.0.1", 14550), ("osc.udp://box:9000", "box", 9000),
      ("osc.udp://[::1]:9000/", "::1", 9000),
    ] as [(String, String, UInt16)])
  func `Addresses are read`(_ text: String, _ host: String, _ port: UInt16) {
    let address = SessionManagerAddress(text)
    #expect(address?.host == host && address?.port == port)
  }

  @Test(arguments: [
    "", "osc.tcp://a:1/", "osc.udp://a/", "osc.udp://:1/", "osc.udp://a:0/", "osc.udp://a:99999/",
  ])
  func `What is no address is none`(_ text: String) { #expect(SessionManagerAddress(text) == nil) }
}
