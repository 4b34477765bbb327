import Glibc
import Logging
import SpinetDevices
import SpinetEngine
import SpinetLibrary
import SpinetMotion
import SpinetRealtime
import SpinetSession
import SpinetWidgets

/// From the kernel's stamp on a motion sensor's event to the widget: through the sensor's thread and control. The kernel
/// is played by a pipe with events as it writes them.
struct MotionBenchmark {
  private let samples = 1000
  /// A hundred samples a second, in microseconds.
  private let pause: UInt32 = 10_000

  func rows() throws -> [Table.Row] {
    let engine = SilentEngine()
    var options = PlayOptions()
    options.midi = .none
    options.pcm = "none"
    options.state = .none
    options.tag = "motion \(getpid())"
    // The widgets without a sensor: that is the pipe.
    options.motionSensor = PlayOptions.panel
    let session = UncheckedSession(try LiveSession(engine: engine, options: options))
    let handle = session.value.handle
    let runner = try WorkerThread(name: "session") { _ = try? session.value.run { _ in } }
    let ways = try play(on: handle)
    handle.stop()
    _ = consume runner
    return [("half of them", samples / 2), ("99 of 100", samples * 99 / 100)].map { part, index in
      Table.Row(
        work: "a motion sensor, from the event's stamp to the widget, \(part) (at most 2)",
        spinet: "\(ways[index].short) ms")
    }
  }

  /// In milliseconds, the shortest first.
  private func play(on handle: SessionHandle) throws -> [Double] {
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    let reading = ends[0]
    defer { close(ends[1]) }
    let thread = try SourceThread.motion(of: "pipe", playing: handle.newClient()) {
      EventMotion(
        descriptor: reading, name: "pipe", EventAxes(resolutions: [1000, 1000, 1000, 1000, 1000, 1000]))
    } tell: { _ in
    }
    defer { thread.end() }
    guard let widget = handle.widgets["motion.accelerometer.x"] else {
      throw Run.Failure(description: "there are no widgets of motion")
    }
    usleep(500_000)
    return try (0..<samples).map { number in
      usleep(pause)
      return try Self.way(of: Int32(number % 1000 + 1), through: ends[1], to: widget)
    }.sorted()
  }

  /// The watch adds up to a tenth of a millisecond. A watch that did not sleep took one of two processors from the
  /// threads that are measured, and 99 of 100 were 4 ms, the scheduler's slice.
  private static func way(of number: Int32, through pipe: Int32, to widget: Widget) throws -> Double {
    let stamp = HostTime.now
    let events = event(3, number, at: stamp) + event(0, 0, at: stamp)
    guard write(pipe, events, events.count) == events.count else {
      throw Run.Failure(description: "the pipe is full")
    }
    let end = stamp.advanced(bySeconds: 1)
    while abs(widget.value - Double(number) / 1000) > 1e-9 {
      guard HostTime.now < end else { throw Run.Failure(description: "\(number) did not arrive") }
      usleep(20)
    }
    return Double(HostTime.now.nanoseconds(since: stamp)) * 1e-6
  }

  /// As the kernel writes it: seconds and microseconds, the type, the first axis, and a number.
  private static func event(_ type: UInt16, _ number: Int32, at time: HostTime) -> [UInt8] {
    let (seconds, rest) = time.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return withUnsafeBytes(of: (Int64(seconds), Int64(rest / 1000), type, UInt16(0), number)) { Array($0) }
  }

  /// Made here, run on its thread.
  private struct UncheckedSession: @unchecked Sendable {
    let value: LiveSession
    init(_ value: LiveSession) { self.value = value }
  }
}

private final class SilentEngine: SoundEngine {
  let name = "Silence"
  let widgets: [Widget] = []
  let voiceCapacity = 16
  func prepare(framesPerSecond: Double, largestBlock: Int, link: EngineLink) {}
  func render(_ block: AudioBlock) { block.silence() }
}
