import SpinetRealtime
import Testing

@testable import SpinetDevices

@Test func `A device that has not played yet rests at once`() throws {
  let stage = try PlaybackStage()
  stage.engine.isSilent = true
  stage.play(seconds: 0.09)
  #expect(stage.status.state == .playing)
  stage.turn(20)
  #expect(stage.status.state == .paused)
}

@Test func `Some seconds of silence pause the device, and a command wakes it`() throws {
  let stage = try PlaybackStage()
  stage.play(seconds: 0.1)
  stage.engine.isSilent = true
  stage.play(seconds: 2.1)
  #expect(stage.status.state == .playing)
  stage.turn(until: .paused)
  let blocks = stage.engine.blocks
  stage.turn(10)
  #expect(stage.engine.blocks == blocks)
  #expect(stage.port.restedForEver == 10)

  let spacing = [0.0, 0.001, 0.0025]
  stage.port.pass(seconds: 60)
  let first = stage.port.now
  for offset in spacing {
    #expect(stage.sendSilence(at: first.advanced(bySeconds: offset)))
  }
  stage.port.pass(seconds: 0.005)
  stage.engine.isSilent = false
  stage.play(seconds: 0.1)
  #expect(stage.status.state == .playing)
  #expect(stage.engine.commands == 3)
  let places = (0..<3).map { stage.engine.places[$0] - stage.engine.places[0] }
  #expect(zip(places, [0, 48, 120]).allSatisfy { abs($0 - $1) <= 1 })
}

@Test func `A delay that a late start made longer is told until the device rests`() throws {
  let stage = try PlaybackStage()
  let usual = stage.status.latencyFrames
  stage.engine.isSilent = true
  stage.turn(until: .paused)
  #expect(stage.sendSilence(at: stage.port.now))
  stage.port.pass(seconds: 0.05)
  stage.turn(2)
  #expect(stage.status.state == .playing)
  #expect(stage.status.latencyFrames > usual)
  stage.turn(until: .paused)
  #expect(stage.status.latencyFrames == usual)
}
