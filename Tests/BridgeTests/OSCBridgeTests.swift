import NIOCore
import NIOPosix
import Scratch
import SpinetOSC
import SpinetRealtime
import SpinetSession
import Testing

@testable import SpinetBridge

/// An instrument that other programs play by OSC.
struct OSCBridgeTests {
  @Test func `A message moves a widget, by number, by text and by pattern`() throws {
    let rig = try BridgeRig()
    let peer = Peer(to: rig.bridge.port)
    peer.send("/widget/filter.cutoff", .float(440))
    #expect(rig.soon { rig.value("filter.cutoff") == 440 })
    peer.send("/widget/filter.cutoff", .text("2 kHz"))
    #expect(rig.soon { rig.value("filter.cutoff") == 2000 })
    peer.send("/widget/mode", .text("hard"))
    #expect(rig.soon { rig.value("mode") == 1 })
    peer.send("/widget/filter.{resonance,x}", .double(0.5))
    #expect(rig.soon { rig.value("filter.resonance") == 0.5 })
    peer.send("/widget/a%20b%23c", .integer(1))
    #expect(rig.soon { rig.value("a b#c") == 1 })
  }

  @Test func `Numbers beyond every range end nothing`() throws {
    let rig = try BridgeRig()
    let peer = Peer(to: rig.bridge.port)
    for number in [Float.infinity, -.infinity, .nan] {
      peer.send("/widget/filter.cutoff", .float(number))
      peer.send("/note", .float(number), .integer(1))
      peer.send("/note", .integer(60), .float(number))
      peer.send("/transport", .float(number))
    }
    peer.send("/note", .long(.max), .integer(1))
    peer.send("/note", .integer(60), .integer(100), .integer(17))
    peer.send("/widget/filter.cutoff", .double(1e300))
    #expect(rig.soon { rig.value("filter.cutoff") == 20_000 })
    #expect(rig.bridge.counts.unusable == 14)
    #expect(rig.begun == 0)
  }

  @Test func `A note begins and ends`() throws {
    let rig = try BridgeRig()
    let peer = Peer(to: rig.bridge.port)
    peer.send("/note", .integer(60), .integer(100))
    #expect(rig.soon { rig.begun == 1 })
    peer.send("/note", .integer(60), .integer(0))
    #expect(rig.soon { rig.ended == 1 })
  }

  @Test func `Notes of a sender end when the port closes`() throws {
    let rig = try BridgeRig()
    let peer = Peer(to: rig.bridge.port)
    peer.send("/note", .integer(60), .integer(100), .integer(3))
    #expect(rig.soon { rig.begun == 1 })
    rig.bridge.close()
    #expect(rig.soon { rig.ended == 1 })
  }

  @Test(.timeLimit(.minutes(1))) func `The port may be closed twice`() throws {
    let rig = try BridgeRig()
    for _ in 0..<2 { rig.bridge.close() }
    // And again when the rig ends.
    #expect(rig.bridge.port > 0)
  }

  @Test func `A packet that is none is counted, and the next one plays`() throws {
    let rig = try BridgeRig()
    let peer = Peer(to: rig.bridge.port)
    for bytes in BrokenPackets.all { peer.send(bytes) }
    peer.send("/note", .integer(60), .integer(100))
    #expect(rig.soon { rig.begun == 1 })
    #expect(rig.bridge.counts.malformed == BrokenPackets.all.count)
  }

  @Test func `A list may name addresses as anybody writes them`() throws {
    for written in ["127.0.0.1", "::ffff:127.0.0.1", "::FFFF:7F00:1"] {
      let rig = try BridgeRig(from: [written])
      Peer(to: rig.bridge.port).send("/note", .integer(60), .integer(100))
      #expect(rig.soon { rig.begun == 1 })
    }
  }

  @Test func `Whoever is not on the list is not heard`() throws {
    let rig = try BridgeRig(from: ["192.0.2.1"])
    Peer(to: rig.bridge.port).send("/note", .integer(60), .integer(100))
    #expect(rig.soon { rig.bridge.counts[.stranger] == 1 })
    #expect(rig.begun == 0)
  }

  @Test func `Of a packet full of patterns the first are carried out`() throws {
    let rig = try BridgeRig()
    let peer = Peer(to: rig.bridge.port)
    let moves = (1...100).map { OSCMessage("/widget/*.resonanc?", [.float(Float($0) / 100)]) }
    peer.send(OSCPacket.bundle(moves, at: OSCTime(bits: 1)))
    #expect(rig.soon { rig.bridge.counts[.unheard] == 36 })
    #expect(rig.soon { rig.value("filter.resonance").map(Float.init) == 0.64 })
    peer.send("/widget/filter.{resonance,x}", .double(0.25))
    #expect(rig.soon { rig.value("filter.resonance") == 0.25 })
  }

  @Test func `A bundle is played at its moment`() throws {
    let rig = try BridgeRig()
    let peer = Peer(to: rig.bridge.port)
    let wall = UInt64(HostClock().wall)
    let begin = HostTime.now
    let note = OSCMessage("/note", [.integer(60), .integer(100)])
    peer.send(OSCPacket.bundle([note], at: OSCTime(unixNanoseconds: wall + 300_000_000)))
    peer.send("/widget/filter.resonance", .float(0.25))
    #expect(rig.soon { rig.value("filter.resonance") == 0.25 })
    #expect(rig.begun == 0)
    #expect(rig.soon { rig.begun == 1 })
    #expect(HostTime.now.nanoseconds(since: begin) >= 298_000_000)
  }

  @Test func `A bundle of the past plays at once, and one of next year is counted`() throws {
    let rig = try BridgeRig()
    let peer = Peer(to: rig.bridge.port)
    let wall = UInt64(HostClock().wall)
    let note = OSCMessage("/note", [.integer(60), .integer(100)])
    peer.send(OSCPacket.bundle([note], at: OSCTime(unixNanoseconds: wall + 30_000_000_000_000_000)))
    peer.send(OSCPacket.bundle([note], at: OSCTime(unixNanoseconds: wall - 1_000_000_000)))
    #expect(rig.soon { rig.begun == 1 })
    #expect(rig.bridge.counts[.far] == 1)
  }

  @Test func `A bundle for now plays at once, also with a tag of zero`() throws {
    let rig = try BridgeRig()
    let peer = Peer(to: rig.bridge.port)
    for (count, bits) in [(1, UInt64(0)), (2, 1)] {
      let note = OSCMessage("/note", [.integer(59 + Int32(count)), .integer(100)])
      peer.send(OSCPacket.bundle([note], at: OSCTime(bits: bits)))
      #expect(rig.soon { rig.begun == count })
    }
    #expect(rig.bridge.counts[.far] == 0)
  }

  @Test func `A subscriber hears the value, and then each change that is not its own`() throws {
    let rig = try BridgeRig()
    let (peer, other) = (Peer(to: rig.bridge.port), Peer(to: rig.bridge.port))
    let address = "/widget/filter.cutoff"
    peer.send("/subscribe", .text("filter.cutoff"))
    #expect(peer.hears(OSCMessage(address, [.float(1000)])))
    other.send(address, .float(500))
    #expect(peer.hears(OSCMessage(address, [.float(500)])))
    peer.send(address, .float(700))
    #expect(rig.soon { rig.value("filter.cutoff") == 700 })
    other.send(address, .float(800))
    #expect(peer.answer() == [OSCMessage(address, [.float(800)])])
    other.send(address)
    #expect(other.answer() == [OSCMessage(address, [.float(800)])])
    peer.send("/unsubscribe", .text("filter.cutoff"))
    peer.send("/ping")
    #expect(peer.answer() == [OSCMessage("/pong")])
    other.send(address, .float(900))
    #expect(rig.soon { rig.value("filter.cutoff") == 900 })
    peer.send("/ping")
    #expect(peer.answer() == [OSCMessage("/pong")])
  }

  /// `oscsend` sends each message from a port of its own, and `oscdump` only listens.
  @Test func `Who listens at a port hears what others of its machine have asked for, once`() throws {
    let rig = try BridgeRig()
    let (listener, mover) = (Peer(to: rig.bridge.port), Peer(to: rig.bridge.port))
    let port = OSCArgument.integer(listener.port)
    func once(_ address: String, _ arguments: OSCArgument...) {
      Peer(to: rig.bridge.port).send(OSCMessage(address, arguments).bytes)
    }
    func cutoff(_ value: Float) -> [OSCMessage] { [OSCMessage("/widget/filter.cutoff", [.float(value)])] }
    for _ in 0..<2 {
      once("/subscribe", .text("filter.cutoff"), port)
      #expect(listener.answer() == cutoff(1000))
    }
    mover.send("/widget/filter.cutoff", .float(500))
    #expect(listener.answer() == cutoff(500))
    for _ in 0..<70 { once("/ping") }
    mover.send("/ping")
    #expect(mover.answer() == [OSCMessage("/pong")])
    mover.send("/widget/filter.cutoff", .float(600))
    #expect(listener.answer() == cutoff(600))
    once("/unsubscribe", .text("filter.cutoff"), port)
    mover.send("/widget/filter.cutoff", .float(700))
    #expect(rig.soon { rig.value("filter.cutoff") == 700 })
    once("/subscribe", .text("filter.resonance"), port)
    #expect(listener.answer() == [OSCMessage("/widget/filter.resonance", [.float(0)])])
  }

  @Test func `Who moves a widget and listens at another port does not hear of it`() throws {
    let rig = try BridgeRig()
    let (listener, mover, other) = (
      Peer(to: rig.bridge.port), Peer(to: rig.bridge.port), Peer(to: rig.bridge.port)
    )
    mover.send("/subscribe", .text("filter.cutoff"), .integer(listener.port))
    #expect(listener.answer() == [OSCMessage("/widget/filter.cutoff", [.float(1000)])])
    mover.send("/widget/filter.cutoff", .float(500))
    #expect(rig.soon { rig.value("filter.cutoff") == 500 })
    other.send("/widget/filter.cutoff", .float(600))
    #expect(listener.answer() == [OSCMessage("/widget/filter.cutoff", [.float(600)])])
  }

  @Test func `A subscriber gets at most sixty values a second`() throws {
    let rig = try BridgeRig()
    let (peer, other) = (Peer(to: rig.bridge.port), Peer(to: rig.bridge.port))
    peer.send("/subscribe", .text("filter.resonance"))
    #expect(peer.hears(OSCMessage("/widget/filter.resonance", [.float(0)])))
    let begin = HostTime.now
    for step in 1...2000 {
      other.send("/widget/filter.resonance", .float(Float(step) / 2000))
      // The system drops datagrams that wait in a crowd.
      guard step % 50 == 0 else { continue }
      other.send("/ping")
      #expect(other.answer() == [OSCMessage("/pong")])
    }
    var (count, isLast) = (0, false)
    while !isLast, count < 2000 {
      let messages = peer.answer()
      guard !messages.isEmpty else { break }
      count += 1
      isLast = messages.contains(OSCMessage("/widget/filter.resonance", [.float(1)]))
    }
    #expect(isLast)
    #expect(Double(count) <= HostTime.now.seconds * 60 - begin.seconds * 60 + 2)
  }

  @Test func `What only the user may ask is refused with an answer`() throws {
    let rig = try BridgeRig()
    let peer = Peer(to: rig.bridge.port)
    peer.send("/load", .text("/etc/passwd"))
    let answer = try #require(peer.answer().first)
    #expect(answer.address == "/error")
    #expect(answer.arguments.first?.text?.contains("no sound in the list has that name") == true)
    peer.send("/scene", .text("nowhere"))
    #expect(peer.answer().first?.address == "/error")
  }
}

enum BrokenPackets {
  static let all: [[UInt8]] = [
    Array("hello".utf8), Array("/a\0\0,i\0\0".utf8), Array("#bundle\0".utf8), [0],
    Array("/note\0\0\0;ii\0".utf8),
  ]
}

/// What messages ask for.
struct OSCCommandTests {
  @Test func `Messages are read as what they ask for`() {
    let cases: [(OSCMessage, OSCCommand)] = [
      (
        OSCMessage("/widget/bass/filter.cutoff", [.integer(3)]),
        .widget("/widget/bass/filter.cutoff", .number(3))
      ),
      (OSCMessage("/widget/panic", [.impulse]), .widget("/widget/panic", .number(1))),
      (OSCMessage("/widget/panic"), .widget("/widget/panic", nil)),
      (OSCMessage("/scene", [.text("verse")]), .ask(.scene("verse"))),
      (OSCMessage("/transport", [.text("play")]), .run(true)),
      (OSCMessage("/transport", [.flag(false)]), .run(false)),
      (OSCMessage("/transport", [.text("locate"), .integer(5)]), .ask(.song(.locate(5)))),
      (OSCMessage("/unsubscribe", [.text("*"), .integer(9001)]), .unsubscribe("/widget/*", port: 9001)),
      (OSCMessage("/subscribe"), .subscribe("/widget/*", port: nil)),
      (OSCMessage("/subscribe", [.text("amp.*"), .integer(9001)]), .subscribe("/widget/amp.*", port: 9001)),
      (OSCMessage("/ping"), .ping),
    ]
    for (message, command) in cases { #expect(OSCCommand(message) == command) }
  }

  @Test func `What asks for nothing is none`() {
    for message in [
      OSCMessage("/"), OSCMessage("/note"),
      OSCMessage("/note", [.text("C4"), .integer(1)]),
      OSCMessage("/note", [.integer(128), .integer(1)]), OSCMessage("/note", [.integer(-1), .integer(1)]),
      OSCMessage("/scene", [.integer(1)]), OSCMessage("/transport", [.integer(7)]),
      OSCMessage("/subscribe", [.text("*"), .integer(0)]), OSCMessage("/widget/a", [.bytes([1])]),
      OSCMessage("/unsubscribe", [.integer(1)]),
      OSCMessage("/subscribe", [.text(String(repeating: "*a", count: 129))]),
    ] { #expect(OSCCommand(message) == nil, "\(message)") }
  }
}

/// The moments of bundles, on the instrument's clock.
struct OSCMomentTests {
  @Test func `A moment keeps its distance from now`() {
    let now = HostTime(nanoseconds: 5_000_000_000)
    let moment = OSCMoment(OSCTime(unixNanoseconds: 2_000_000_000), wall: 1_500_000_000, now: now)
    #expect(moment.secondsAhead == 0.5)
    #expect(moment.time.nanoseconds == 5_500_000_000)
  }

  @Test func `What is due is now`() {
    let now = HostTime(nanoseconds: 5)
    for tag in [OSCTime.immediately, OSCTime(bits: 0), OSCTime(unixNanoseconds: 1)] {
      #expect(OSCMoment(tag, wall: 1_500_000_000, now: now).time == now)
    }
  }
}
