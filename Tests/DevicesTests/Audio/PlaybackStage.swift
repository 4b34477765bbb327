import SpinetEngine
import SpinetRealtime
import Testing

@testable import SpinetDevices

/// A loop on a scripted device, started.
final class PlaybackStage {
  let port: ScriptedPort
  private var ends = ControlEnds()
  var link: EngineLink { ends.link }
  let engine: CountingEngine
  let loop: PlaybackLoop

  init(
    format: OutputFormat = .usual, script: [ScriptedPort.Call: [Int?]] = [:], hasStandIn: Bool = true
  ) throws {
    port = ScriptedPort(format: format)
    engine = CountingEngine(link: ends.link)
    loop = try PlaybackLoop(device: port, engine: engine, link: ends.link, hasStandIn: hasStandIn)
    loop.begin(isWaking: true)
    port.script = script
  }

  func turn(_ times: Int) { for _ in 0..<times { loop.turn() } }
  /// Some minutes of the device's time at most.
  func turn(until state: OutputStatus.State) {
    for _ in 0..<100_000 where status.state != state { loop.turn() }
    #expect(status.state == state)
  }

  /// Turns as long as `seconds` of the device's time.
  func play(seconds: Double) {
    let end = port.now.advanced(bySeconds: seconds)
    while port.now < end { loop.turn() }
  }

  func sendSilence(at time: HostTime) -> Bool { ends.commands.send(EngineCommand(time: time, .silence)) }

  var status: OutputStatus { loop.shared.status(pcm: port.format.pcm) }

  /// Whether each frame followed the one before.
  var isWhole: Bool { zip(ramp, ramp.dropFirst()).allSatisfy { $1 == $0 + 1 } }

  /// The frames the device took, without the silence of its starts.
  var ramp: [Float] { port.samples.filter { $0 != 0 } }
}
