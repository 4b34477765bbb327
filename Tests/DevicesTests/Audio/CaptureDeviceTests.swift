import Glibc
import SpinetRealtime
import SystemPackage
import Testing

@testable import SpinetDevices

/// A capturing PCM that does what the script says.
private final class ScriptedCapture: CapturePCM {
  /// The rate that each opening grants; nil cannot be opened. After them all it is 48,000 Hz.
  var rates: [Int?] = []
  /// What the next reads return; after them all, 8 frames.
  var reads: [Int] = []
  var channels = 2
  private(set) var isOpen = false
  private(set) var rests = 0

  private var rate = 0

  func open() throws(Errno) {
    guard let rate = rates.isEmpty ? 48_000 : rates.removeFirst() else {
      throw .operationNotSupportedByDevice
    }
    self.rate = rate
    isOpen = true
  }

  func setUp() throws(SpinetError) -> OutputFormat {
    var format = OutputFormat.usual
    format.framesPerSecond = rate
    format.channels = channels
    return format
  }

  func close() { isOpen = false }
  func start() -> Int { 0 }
  func recover(from code: Int) -> Int { code == Int(-EPIPE) ? 0 : code }
  func read() -> Int { reads.isEmpty ? 8 : reads.removeFirst() }
  func copy(_ index: Int, to frame: Samples) {
    for channel in 0..<frame.count { frame[channel] = Float(1 + channel) }
  }
  func rest() { rests += 1 }
}

struct CaptureDeviceTests {
  private let pcm = ScriptedCapture()
  private let stream = SpinetDevices.InputStream(periodFrames: 4, channels: 2)
  private let request = OutputRequest(pcm: "hw:0")

  /// What is told, each state once, in so many rounds.
  private func told(_ device: CaptureDevice, rounds: Int) -> [Capture.State] {
    var told = [stream.state]
    for _ in 0..<rounds {
      device.turn(into: stream)
      if told.last != stream.state { told.append(stream.state) }
    }
    return told
  }

  @Test func `An input that is unplugged is told once, and told again when it is back`() throws {
    let device = try CaptureDevice(request, pcm: pcm)
    pcm.reads = [8, Int(-ENODEV)]
    pcm.rates = [nil, nil, nil, 48_000]
    #expect(told(device, rounds: 20) == [.running, .lost(reason: "No such device"), .running])
    #expect(pcm.isOpen && pcm.rests == 4)
  }

  @Test func `An input that is back at another rate is refused in one line, and tried again`() throws {
    let device = try CaptureDevice(request, pcm: pcm)
    pcm.reads = [Int(-ENODEV)]
    pcm.rates = [nil, 44_100, 44_100, nil, 44_100]
    let refusal = SpinetError(
      .deviceUnsuitable, what: "audio \"hw:0\"", why: "set the rate: it gives 44100 Hz, not 48000",
      remedy: Remedy(.choosePCMOrRate, "plug:hw:0", "44100"))
    #expect(
      told(device, rounds: 20) == [.running, .lost(reason: "No such device"), .refused(refusal), .running])
  }

  @Test func `An input that runs over goes on untold`() throws {
    let device = try CaptureDevice(request, pcm: pcm)
    pcm.reads = [8, Int(-EPIPE), 8, Int(-EAGAIN), 0]
    #expect(told(device, rounds: 20) == [.running])
    #expect(pcm.rests == 0)
  }

  @Test(arguments: [(1, 2), (2, 2), (4, 4), (8, 8)])
  func `All channels that are asked for come in, and a device says for how many it has sound`(
    granted: Int, heard: Int
  ) throws {
    pcm.channels = granted
    var request = request
    request.channels = 6
    let device = try CaptureDevice(request, pcm: pcm)
    #expect(device.heardChannels == heard && device.channels == 6)
    let stream = SpinetDevices.InputStream(periodFrames: 4, channels: device.channels)
    for _ in 0..<2 { device.turn(into: stream) }
    let buffer = SampleBuffer(capacity: 4, channels: 6)
    stream.take(buffer.channels)
    #expect((0..<6).map { buffer.channels[$0][3] } == [1, 2, 3, 4, 5, 6])
  }

  @Test func `An input at another rate is refused at the start`() {
    pcm.rates = [44_100]
    let error = #expect(throws: SpinetError.self) { try CaptureDevice(request, pcm: pcm) }
    #expect(error?.why == "set the rate: it gives 44100 Hz, not 48000")
    #expect(!pcm.isOpen)
  }

  @Test func `An input that is away is refused at the start, with the PCMs that are there`() {
    pcm.rates = [nil]
    let error = #expect(throws: SpinetError.self) { try CaptureDevice(request, pcm: pcm) }
    #expect(error?.problem == "audio \"hw:0\": open: No such device")
    #expect(error == SpinetError(pcm: "hw:0", opening: .operationNotSupportedByDevice))
  }
}
