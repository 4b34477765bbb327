import Foundation
import Scratch
import SpinetDevices
import SpinetRealtime
import SystemPackage
import Testing

@testable import SpinetTools

/// What `spinet latency` makes of notes and of what came in.
struct LatencyTests {
  private func moments(_ milliseconds: [Double]) -> [HostTime] {
    milliseconds.map { HostTime(nanoseconds: UInt64($0 * 1e6)) }
  }

  @Test func `Each note has the first sound after it, and one that is not heard has none`() throws {
    let measured = MeasuredLatency(
      notes: moments([1000, 1500, 2000, 2500]), sounds: moments([900, 1010, 1020, 1512, 2508]))
    #expect(measured.milliseconds.map { $0.rounded() } == [8, 10, 12])
    let lines = measured.lines(promised: 8)
    #expect(lines[0] == "from key to sound: 10.0 ms" && lines[1] == "spread: 4.0 ms, from 8.0 to 12.0 ms")
    #expect(lines[2].contains("promise 8.0 ms") && lines[3] == "1 of 4 notes were not heard")
    #expect(
      MeasuredLatency(notes: moments([1]), sounds: []).lines(promised: 8)[0].contains("no sound came in"))
  }

  // In milliseconds: how long a card makes the program wait for sound.
  @Test(arguments: [1, 5.3, 21.3, 200] as [Double])
  func `The last note is listened to, and then it is over`(wait: Double) {
    let begin = HostTime(seconds: 5)
    var (plan, now) = (LatencyNotes(10, from: begin), begin)
    while !plan.isOver(at: now), now < begin.advanced(bySeconds: 30) {
      now = now.advanced(bySeconds: wait * 1e-3)
      _ = plan.popNote(at: now)
    }
    #expect(plan.played.count == 10)
    #expect(plan.played.first.map { $0.nanoseconds(since: begin) >= 1_000_000_000 } ?? false)
    let after = plan.played.last.map { Double(now.nanoseconds(since: $0)) * 1e-9 } ?? 0
    #expect(after > 0.4 && after < 0.7, "\(after) s after the last")
    let another = plan.popNote(at: now.advanced(bySeconds: 1))
    #expect(!another)
  }

  @Test func `A pulse is found at its highest frame, in noise and after a filter`() {
    var detector = PulseDetector()
    var noise = 1
    for frame in 0..<48_000 {
      noise = (noise &* 1_103_515_245 &+ 12_345) & 0x7FFF_FFFF
      var sample = Float(noise) / Float(0x7FFF_FFFF) * 0.02 - 0.01
      // A pulse with ringing, and later one without.
      if (20_000...20_040).contains(frame) {
        sample += 0.5 * Float(cos(Double(frame - 20_012) * 0.8)) / Float(1 + abs(frame - 20_012))
      }
      if frame == 40_000 { sample = -0.3 }
      detector.take(sample, at: Int64(frame))
    }
    #expect(detector.pulses == [20_012, 40_000])
  }

  @Test func `Frames came in when a card told of them at the earliest`() throws {
    var clock = InputClock(framesPerSecond: 48_000)
    // It tells of 480 frames a time, from none to five milliseconds late.
    for (count, late) in [5.0, 2, 0, 3, 4].enumerated() {
      let frames = Int64(count + 1) * 480
      clock.observe(frames, at: HostTime(nanoseconds: UInt64((1000 + Double(frames) / 48 + late) * 1e6)))
    }
    let moment = try #require(clock.moment(of: 960))
    #expect(abs(Double(moment.nanoseconds) - 1020e6) < 5000)
  }

  @Test func `Advice is what this computer's state asks for`() {
    var state = MachineState()
    #expect(state.advice.isEmpty)
    (state.usesPipeWire, state.periodFrames) = (true, 1024)
    state.governors = ["performance", "powersave"]
    (state.mayBeRealtime, state.xruns) = (false, 3)
    #expect(
      state.advice == [
        .shortenQuantum(milliseconds: 21.3, .unasked), .runAtFullSpeed(["powersave"]), .allowRealtime,
        .lengthenBuffer(3),
      ])
    state.usesPipeWire = false
    #expect(state.advice.first == .shortenPeriod(milliseconds: 21.3))
  }

  @Test func `Delays that differ by more than a block are told`() {
    var state = MachineState()
    state.spreadMilliseconds = 2.6
    #expect(state.advice.isEmpty)
    state.spreadMilliseconds = 9.27
    #expect(state.advice == [.quieten(milliseconds: 9.3)])
  }

  // The asked, the forced and the least frames, and what makes a block longer than 128.
  @Test(
    arguments: [
      ("", "0", "16", .unasked), ("128/48000", "0", "32", .unasked), ("1024/48000", "0", "32", .asked(1024)),
      ("128/48000", "512", "32", .forced(512)), ("128/48000", "64", "32", .unasked),
      ("64/48000", "0", "256", .least(256)), ("1024/48000", "512", "256", .forced(512)),
    ] as [(String, String, String, PipeWireQuantum.Cause)])
  func `What sets PipeWire's blocks is found`(
    asked: String, forced: String, least: String, cause: PipeWireQuantum.Cause
  ) {
    let settings = """
      Found "settings" metadata 29
      update: id:0 key:'clock.quantum' value:'1024' type:''
      update: id:0 key:'clock.min-quantum' value:'\(least)' type:''
      update: id:0 key:'clock.force-quantum' value:'\(forced)' type:''

      """
    let quantum = PipeWireQuantum(environment: ["PIPEWIRE_QUANTUM": asked], settings: settings)
    #expect(quantum.cause(ofMoreThan: 128) == cause)
    #expect(PipeWireQuantum(environment: [:], settings: "").cause(ofMoreThan: 128) == .unasked)
  }

  @Test func `The state is read from the system's own files`() throws {
    let folder = TemporaryFolder()
    let root = FilePath(folder.path)
    for (core, governor) in [(0, "performance"), (1, "powersave")] {
      let place = "\(folder.path)/sys/devices/system/cpu/cpu\(core)/cpufreq"
      try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
      try Data("\(governor)\n".utf8).write(to: URL(filePath: "\(place)/scaling_governor"))
    }
    try Data().write(to: URL(filePath: "\(folder.path)/pipewire-0"))
    func read(_ pcm: String) -> MachineState {
      MachineState(
        pcm: pcm, environment: ["XDG_RUNTIME_DIR": folder.path, "PIPEWIRE_QUANTUM": "256/48000"], root: root
      ) { _ in "key:'clock.force-quantum' value:'512'" }
    }
    let state = read("default")
    #expect(state.governors == ["performance", "powersave"] && state.usesPipeWire)
    #expect(state.quantum.asked == 256 && state.quantum.forced == 512)
    #expect(!read("hw:CARD").usesPipeWire)
  }
}
