import NIOCore
import NIOPosix
import Scratch
import SpinetOSC
import SpinetRealtime
import SpinetSession
import Testing

@testable import SpinetBridge

/// Who holds what was sent, and for how long.
struct OSCSenderTests {
  @Test func `A sender's notes end after a minute without a word, and not before`() throws {
    let rig = try BridgeRig()
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    defer { try? group.syncShutdownGracefully() }
    let loop = group.next()
    let kept = NIOLoopBoundBox.makeEmptyBox(valueType: OSCSenders.self, eventLoop: loop)
    let address = try SocketAddress(ipAddress: "127.0.0.1", port: 9)
    let note = OSCMessage("/note", [.integer(60), .integer(100)]).bytes
    let (begin, handle) = (HostTime.now, rig.handle)
    try loop.submit {
      let senders = OSCSenders(handle, OSCCounts { _ in }, on: loop) { _, _ in }
      kept.value = senders
      senders.take(try OSCPacket(note), from: OSCPeer(address))
    }.wait()
    #expect(rig.soon { rig.begun == 1 })
    try loop.submit { kept.value?.dropSilent(at: begin.advanced(bySeconds: 59.9)) }.wait()
    rig.handle.newClient().move("filter.resonance", to: 1)
    #expect(rig.soon { rig.value("filter.resonance") == 1 })
    #expect(rig.ended == 0)
    try loop.submit { kept.value?.dropSilent(at: begin.advanced(bySeconds: 62)) }.wait()
    #expect(rig.soon { rig.ended == 1 })
    try loop.submit { kept.value?.end() }.wait()
  }

  @Test func `A machine that fills its room with bundles takes none of others`() throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    defer { try? group.syncShutdownGracefully() }
    let loop = group.next()
    let counts = OSCCounts { _ in }
    let (one, other) = (
      try SocketAddress(ipAddress: "10.0.0.1", port: 9), try SocketAddress(ipAddress: "10.0.0.2", port: 9)
    )
    try loop.submit {
      let waiting = WaitingMessages(counts, on: loop)
      let (now, wall) = (HostTime.now, HostClock().wall)
      let moment = OSCMoment(
        OSCTime(unixNanoseconds: UInt64(wall) + 50_000_000_000), wall: wall, now: now)
      let move = OSCCommand.widget("/widget/a", .number(1))
      // From any of its ports.
      for port in 1...3072 {
        waiting.add(move, of: OSCPeer(one).at(port: port), at: moment) { _ in }
      }
      #expect(counts[.unheard] == 0)
      waiting.add(move, of: OSCPeer(one), at: moment) { _ in }
      #expect(counts[.unheard] == 1)
      waiting.add(move, of: OSCPeer(other), at: moment) { _ in }
      #expect(counts[.unheard] == 1)
    }.wait()
  }

  @Test
  func `Of one machine each program ends what another began, and what another holds stays when it is silent`()
    throws
  {
    let rig = try BridgeRig()
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    defer { try? group.syncShutdownGracefully() }
    let loop = group.next()
    let kept = NIOLoopBoundBox.makeEmptyBox(valueType: OSCSenders.self, eventLoop: loop)
    let handle = rig.handle
    try loop.submit { kept.value = OSCSenders(handle, OSCCounts { _ in }, on: loop) { _, _ in } }.wait()
    func send(_ key: Int32, _ velocity: Int32, fromPort port: Int) throws {
      let note = OSCMessage("/note", [.integer(key), .integer(velocity)]).bytes
      let address = try SocketAddress(ipAddress: "127.0.0.1", port: port)
      try loop.submit { kept.value?.take(try OSCPacket(note), from: OSCPeer(address)) }.wait()
    }
    try send(60, 100, fromPort: 9)
    try send(64, 100, fromPort: 10)
    try send(60, 0, fromPort: 11)
    #expect(rig.soon { rig.begun == 2 && rig.ended == 1 })
    try loop.submit {
      for port in [9, 11] { kept.value?.drop(OSCPeer(try SocketAddress(ipAddress: "127.0.0.1", port: port))) }
    }.wait()
    rig.handle.newClient().move("filter.resonance", to: 1)
    #expect(rig.soon { rig.value("filter.resonance") == 1 })
    #expect(rig.ended == 1)
    try loop.submit { kept.value?.end() }.wait()
    #expect(rig.soon { rig.ended == 2 })
  }
}
