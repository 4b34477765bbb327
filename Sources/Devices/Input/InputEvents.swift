import CInput
import Glibc
import SpinetRealtime

/// Reads the events of an input device from a descriptor: a device, or a pipe with recorded events. Only one thread
/// may use it.
final class InputEvents {
  let descriptor: Int32
  /// The beginning of an event whose end has not come yet.
  private var rest: [UInt8] = []

  private static let eventSize = MemoryLayout<input_event>.size
  /// The maximum number of events in one read.
  private static let most = 64

  /// - Parameter descriptor: closed with the reader.
  init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Passes on events with their times, if some come within this time.
  ///
  /// - Returns: false when the device is gone.
  func read(within seconds: Double, _ take: (input_event, HostTime) -> Void) -> Bool {
    guard isReadable(descriptor, within: seconds) else { return true }
    var buffer = [UInt8](repeating: 0, count: Self.most * Self.eventSize)
    let count = Glibc.read(descriptor, &buffer, buffer.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return true }
    guard count > 0 else { return false }
    rest += buffer[..<count]
    while rest.count >= Self.eventSize {
      let event = rest.withUnsafeBytes { $0.loadUnaligned(as: input_event.self) }
      rest.removeFirst(Self.eventSize)
      take(event, HostTime(nanoseconds: input_nanoseconds(event)))
    }
    return true
  }

  /// Discards the events that have arrived.
  func skip() {
    rest = []
    var buffer = [UInt8](repeating: 0, count: Self.most * Self.eventSize)
    for _ in 0..<Self.most {
      guard isReadable(descriptor, within: 0), Glibc.read(descriptor, &buffer, buffer.count) > 0 else {
        return
      }
    }
  }
}
