import SpinetLibrary
import SpinetMIDI
import SpinetMapping
import SpinetOSC
import SpinetRealtime
import SpinetWidgets
import Testing

@testable import SpinetSession

/// Mappings that send to other programs.
struct OSCTargetsTests {
  private static let name = "osc:127.0.0.1:9000/cutoff"

  private final class Sent { var all: [OSCDatagram] = [] }

  @Test func `A control moves a widget, whose last value is sent`() throws {
    let rig = try StageRig([part("a")], map: "cc 30: {osc: \"localhost:9000/cutoff\", range: [20, 8000]}")
    let sent = Sent()
    let targets = OSCTargets(of: rig.performer) { sent.all.append($0) }
    var now = HostTime(seconds: 50)
    func turn() {
      now = targets.nextMoment(after: now) ?? now.advanced(bySeconds: 0.01)
      targets.turn(at: now, isReady: false)
    }
    turn()
    #expect(sent.all.isEmpty && rig.value(Self.name) == 20)
    rig.control(30, 64)
    rig.control(30, 127)
    turn()
    let receiver = try OSCReceiver("127.0.0.1:9000/cutoff")
    #expect(sent.all == [OSCDatagram(to: receiver, .float(8000))])
    rig.control(30, 0)
    targets.turn(at: now, isReady: false)
    #expect(sent.all.count == 1 && targets.nextMoment(after: now) != nil)
    turn()
    #expect(sent.all.map(\.argument) == [.float(8000), .float(20)])
  }

  @Test func `An address that no mapping names any more has no widget`() throws {
    let rig = try StageRig([part("a")], map: "cc 30: {osc: \"127.0.0.1:9000/cutoff\"}")
    let targets = OSCTargets(of: rig.performer) { _ in }
    targets.turn(at: HostTime(seconds: 50), isReady: false)
    #expect(rig.value(Self.name) == 0)
    _ = try rig.performer.changeMappings { mappings in
      mappings = ActiveMappings()
      return true
    }
    targets.turn(at: HostTime(seconds: 51), isReady: false)
    #expect(rig.value(Self.name) == nil)
  }
}
