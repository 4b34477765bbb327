import Glibc
import SpinetDevices
import SpinetMotion
import SpinetRealtime
import Synchronization
import Testing

@testable import SpinetSession

@Suite(.serialized) struct MotionThreadTests {
  /// A sensor that sends a few samples and then nothing.
  private final class Sensor: MotionSource {
    private var samples: Int
    init(samples: Int) { self.samples = samples }

    func next(within seconds: Double) throws(SpinetError) -> [(sample: MotionSample, time: HostTime)] {
      guard samples > 0 else {
        usleep(UInt32(seconds * 1e6))
        return []
      }
      samples -= 1
      return [(MotionSample(acceleration: SIMD3(0, 0, 1)), .now)]
    }
  }

  /// What is told of a sensor within a second, where a tenth is the longest silence.
  private func told(ofSensorWithSamples samples: Int) throws -> [String] {
    var options = PlayOptions()
    (options.midi, options.pcm, options.state) = (.none, "none", .none)
    options.tag = "motion of \(samples)"
    let session = try LiveSession(options: options)
    let lines = Mutex<[String]>([])
    let thread = try SourceThread.motion(
      of: "Still", playing: session.handle.newClient(), longestSilence: 0.1
    ) {
      Sensor(samples: samples)
    } tell: { error in
      lines.withLock { $0.append("\(error)") }
    }
    usleep(1_000_000)
    thread.end()
    return lines.withLock { $0 }
  }

  @Test func `A sensor that is there but sends nothing is told once`() throws {
    let remedy = "move it, or end the programs that use it"
    #expect(
      try told(ofSensorWithSamples: 0) == [
        "motion sensor Still: it is connected but sends nothing; \(remedy)"
      ])
  }

  @Test func `A sensor that has sent something may rest`() throws {
    #expect(try told(ofSensorWithSamples: 1) == [])
  }
}
