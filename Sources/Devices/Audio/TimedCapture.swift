import CALSA
import Glibc
import SpinetRealtime
import SpinetWidgets
import SystemPackage

/// Reads an input of a card, and knows when each frame came in.
package final class TimedCapture {
  private let pcm: ALSACapture
  private let memory: FixedBuffer<Float>
  private let channels: Int
  /// The granted rate, in hertz.
  package let framesPerSecond: Int
  /// The name of the PCM.
  package let name: String
  /// How many frames were read.
  private var frames: Int64 = 0
  private var clock: InputClock

  /// - Parameter name: a PCM's name, part of one, a wildcard or a card's id.
  package init(_ name: String, framesPerSecond: Int, periodFrames: Int) throws(SpinetError) {
    self.name = PCMDescription.name(meantBy: name, .capture)
    let request = OutputRequest(
      pcm: self.name, framesPerSecond: framesPerSecond, periodFrames: periodFrames, periods: 8)
    pcm = ALSACapture(request)
    do throws(Errno) { try pcm.open() } catch { throw SpinetError(pcm: self.name, opening: error) }
    let granted = try pcm.setUp()
    channels = max(1, granted.channels)
    memory = FixedBuffer(repeating: 0, count: channels)
    self.framesPerSecond = granted.framesPerSecond
    clock = InputClock(framesPerSecond: Double(granted.framesPerSecond))
    let answer = pcm.start()
    guard answer >= 0 else { throw SpinetError(pcm: self.name, step: "start", errno: Int32(-answer)) }
  }

  deinit { pcm.close() }

  /// Waits for sound, a fifth of a second at most, and passes on each frame's loudest channel.
  ///
  /// - Throws: if the card has lost frames or is gone, because times are wrong then.
  package func read(_ take: (_ frame: Int64, _ sample: Float) -> Void) throws(SpinetError) {
    let count = pcm.read()
    guard count >= 0 || count == Int(-EAGAIN) else {
      throw SpinetError(pcm: name, step: "record", errno: Int32(-count))
    }
    let samples = Samples(start: memory.start, count: channels)
    for index in 0..<max(count, 0) {
      pcm.copy(index, to: samples)
      var loudest: Float = 0
      for channel in 0..<channels where abs(samples[channel]) > abs(loudest) { loudest = samples[channel] }
      take(frames + Int64(index), loudest)
    }
    frames += Int64(max(count, 0))
    if let waiting = pcm.waitingFrames { clock.observe(frames + Int64(waiting), at: .now) }
  }

  /// When a frame came in; nil before anything was read.
  package func moment(of frame: Int64) -> HostTime? { clock.moment(of: frame) }
}

/// When the frames of an input came in, by how many there were at some moments.
///
/// A card tells late that frames are there, never too early. So the earliest answer is the right one; it may move by
/// 100 millionths, because no card's clock is exactly that of the computer.
package struct InputClock {
  private let nanosecondsPerFrame: Double
  /// When frame 0 came in, as far as is known.
  private var start: Double?
  private var last = 0.0

  package init(framesPerSecond: Double) { nanosecondsPerFrame = 1e9 / framesPerSecond }

  /// So many frames have come in by this moment.
  package mutating func observe(_ frames: Int64, at moment: HostTime) {
    let now = Double(moment.nanoseconds)
    let estimate = now - Double(frames) * nanosecondsPerFrame
    start = start.map { min($0 + (now - last) * 100e-6, estimate) } ?? estimate
    last = now
  }

  package func moment(of frame: Int64) -> HostTime? {
    start.map {
      HostTime(nanoseconds: UInt64(bounded: $0 + Double(frame) * nanosecondsPerFrame, in: 0...1 << 62))
    }
  }
}
