import CALSA
import SpinetRealtime

/// The queue by whose clock the kernel stamps events, and the offset of that clock from the host clock.
struct SequencerClock {
  let queue: Int32
  /// Host time minus queue time, in nanoseconds.
  private var offset: Int64 = 0
  private var lastMeasured = HostTime(nanoseconds: 0)

  /// Allocates and starts the queue, with `snd_seq_alloc_named_queue`.
  init(_ client: borrowing SequencerClient) throws(SpinetError) {
    queue = try SpinetError.checkSequencer(snd_seq_alloc_named_queue(client.handle, "Spinet"), "queue")
    snd_seq_control_queue(client.handle, queue, Int32(SND_SEQ_EVENT_START.rawValue), 0, nil)
    try SpinetError.checkSequencer(snd_seq_drain_output(client.handle), "queue start")
    if let measured = measure(client.handle) { offset = measured }
  }

  /// In nanoseconds: how often it is measured while messages come.
  private static let interval: Int64 = 100_000_000
  /// In nanoseconds. A message does not wait for a measurement unless the last one is older than this.
  static let longestInterval: Int64 = 1_000_000_000

  /// Corrects the offset, because the two clocks may drift by parts per million. Measures only if the last measurement is
  /// older than `age`, in nanoseconds.
  mutating func follow(
    _ client: borrowing SequencerClient, at now: HostTime, ifOlderThan age: Int64 = interval
  ) {
    guard now.nanoseconds(since: lastMeasured) > age else { return }
    lastMeasured = now
    guard let measured = measure(client.handle) else { return }
    let error = measured - offset
    // A jump means that the queue was restarted or the system was suspended. Smaller errors are measurement
    // noise.
    offset += abs(error) > 5_000_000 ? error : error / 16
  }

  func hostTime(of stamp: snd_seq_real_time_t) -> HostTime {
    let queueTime = Int64(stamp.tv_sec) * 1_000_000_000 + Int64(stamp.tv_nsec)
    return HostTime(nanoseconds: UInt64(max(0, queueTime + offset)))
  }

  /// The time of the queue at a host time.
  func stamp(of time: HostTime) -> snd_seq_real_time_t {
    let queueTime = max(0, Int64(clamping: time.nanoseconds) - offset)
    return snd_seq_real_time_t(
      tv_sec: UInt32(clamping: queueTime / 1_000_000_000), tv_nsec: UInt32(queueTime % 1_000_000_000))
  }

  /// Reads the queue's clock between two readings of the host clock.
  private func measure(_ handle: OpaquePointer) -> Int64? {
    var status: OpaquePointer?
    guard snd_seq_queue_status_malloc(&status) == 0 else { return nil }
    defer { snd_seq_queue_status_free(status) }
    let before = HostTime.now
    guard snd_seq_get_queue_status(handle, queue, status) == 0,
      let real = snd_seq_queue_status_get_real_time(status)?.pointee
    else { return nil }
    let middle = Int64(before.nanoseconds) + HostTime.now.nanoseconds(since: before) / 2
    return middle - Int64(real.tv_sec) * 1_000_000_000 - Int64(real.tv_nsec)
  }
}
