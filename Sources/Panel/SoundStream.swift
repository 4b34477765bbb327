import FoundationEssentials
import NIOCore
import SpinetEngine
import SpinetSession
import SpinetSurface
import SpinetText
import SpinetWidgets

/// The output for pages that draw it, thirty times a second and at half the sample rate. Without such a page nothing
/// runs. [panel-thread]
final class SoundStream: @unchecked Sendable {
  // Sendable because everything is used on the panel's thread only.
  private let tap: SoundTap
  private var reader: SoundTapReader?
  private var pages: [ObjectIdentifier: PageOutput] = [:]
  private var task: RepeatedTask?
  private var half = HalfRate()

  private static let interval = TimeAmount.milliseconds(33)

  init(_ tap: SoundTap) { self.tap = tap }

  /// Starts or stops the stream for a page.
  func show(to page: PanelClient, _ isWanted: Bool) {
    pages[ObjectIdentifier(page)] = isWanted ? page.output : nil
    guard pages.isEmpty == (task != nil) else { return }
    if pages.isEmpty { return end() }
    reader = tap.claimReader()
    half = HalfRate()
    task = page.output.loop.scheduleRepeatedTask(initialDelay: Self.interval, delay: Self.interval) { _ in
      self.send()
    }
  }

  func end() {
    task?.cancel()
    task = nil
    reader = nil
  }

  /// A page that reads too slowly misses some of it.
  private func send() {
    let samples = half.take(reader?.pop() ?? [])
    guard !samples.isEmpty else { return }
    var message = JSONLine()
    message.add("sound", Self.bytes(samples).base64EncodedString())
    message.add("rate", tap.framesPerSecond / 2)
    let text = message.description
    for page in pages.values { page.sendIfRead(text) }
  }

  /// 16 bits per sample, little-endian.
  private static func bytes(_ samples: [Float]) -> Data {
    var data = Data(capacity: 2 * samples.count)
    for sample in samples {
      let value = Int16(bounded: sample.isFinite ? Double(sample) * 32_767 : 0, in: -32_767...32_767)
      data.append(UInt8(truncatingIfNeeded: value))
      data.append(UInt8(truncatingIfNeeded: value >> 8))
    }
    return data
  }
}
