import CInput
import Glibc
import SpinetRealtime

/// Reads the events of a touch screen from a descriptor: a device, or a pipe with recorded events. To be used by one
/// thread.
package final class TouchReader {
  private let descriptor: Int32
  private var slots: TouchSlots
  /// The beginning of an event whose end has not come yet.
  private var rest: [UInt8] = []

  private static let eventSize = MemoryLayout<input_event>.size

  /// - Parameter descriptor: is closed with the reader.
  package init(descriptor: Int32, ranges: TouchSlots.Ranges) {
    self.descriptor = descriptor
    slots = TouchSlots(ranges)
  }

  deinit { close(descriptor) }

  /// Passes on what fingers did, if something comes within this time.
  ///
  /// - Returns: false when the screen is gone; its fingers are then lifted.
  package func read(within seconds: Double, _ tell: (TouchSlots.Change, HostTime) -> Void) -> Bool {
    var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard Glibc.poll(&poll, 1, Int32(seconds * 1000)) > 0 else { return true }
    var buffer = [UInt8](repeating: 0, count: 64 * Self.eventSize)
    let count = Glibc.read(descriptor, &buffer, buffer.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return true }
    guard count > 0 else {
      slots.liftAll { tell($0, .now) }
      return false
    }
    rest += buffer[..<count]
    while rest.count >= Self.eventSize {
      let event = rest.withUnsafeBytes { $0.loadUnaligned(as: input_event.self) }
      rest.removeFirst(Self.eventSize)
      take(event, tell)
    }
    return true
  }

  private func take(_ event: input_event, _ tell: (TouchSlots.Change, HostTime) -> Void) {
    let time = HostTime(nanoseconds: input_nanoseconds(event))
    let look = { [descriptor] (axis: UInt16) in Self.slots(of: descriptor, axis) }
    slots.take(type: event.type, code: event.code, value: event.value, look: look) {
      tell($0, time)
    }
  }

  private static func slots(of descriptor: Int32, _ axis: UInt16) -> [Int32]? {
    var values = [Int32](repeating: -1, count: TouchSlots.most)
    var (low, high): (Int32, Int32) = (0, 0)
    guard input_range(descriptor, Int32(TouchSlots.Event.slot), &low, &high) == 1,
      input_slots(descriptor, Int32(axis), &values, Int32(values.count)) == 1
    else { return nil }
    return Array(values.prefix(Int(high) + 1))
  }
}

extension TouchReader {
  /// The touch screen of this name, now.
  ///
  /// - Parameters:
  ///   - name: a part of its name, a shell wildcard, or the path of a device.
  ///   - grabs: whether other programs get none of its events.
  package static func open(named name: String, grabs: Bool) throws(SpinetError) -> TouchReader {
    let screens = all()
    guard
      let path = name.hasPrefix("/")
        ? name : screens.first(where: { namePattern(name, matches: $0.name) })?.path
    else { throw unknown(name, screens.map(\.name)) }
    let descriptor = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw SpinetError(
        .device, what: "touch screen \(name)", why: String(cString: strerror(errno)),
        remedy: "let yourself read \(path), for instance in the group input")
    }
    guard let ranges = ranges(of: descriptor) else {
      close(descriptor)
      throw unknown(name, screens.map(\.name))
    }
    _ = input_use_monotonic_clock(descriptor)
    let reader = TouchReader(descriptor: descriptor, ranges: ranges)
    guard !grabs || input_grab(descriptor) == 1 else {
      throw SpinetError(
        .device, what: "touch screen \(name)", why: "another program has grabbed it",
        remedy: "end that program")
    }
    return reader
  }

  private static func unknown(_ name: String, _ names: [String]) -> SpinetError {
    SpinetError(
      .device, what: "touch screen \(name)",
      why: names.isEmpty ? "no touch screen can be read" : "no touch screen has that name",
      remedy: names.isEmpty
        ? "connect one, or let yourself read /dev/input, for instance in the group input"
        : "available: " + names.joined(separator: ", "))
  }

  /// The touch screens that can be read.
  package static func all() -> [(path: String, name: String)] {
    (0..<64).compactMap { number in
      let path = "/dev/input/event\(number)"
      let descriptor = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      defer { close(descriptor) }
      var name = [CChar](repeating: 0, count: 256)
      guard input_has_slots(descriptor) != 0, input_name(descriptor, &name, name.count - 1) == 1
      else { return nil }
      let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      return (path, String(decoding: bytes, as: UTF8.self))
    }
  }

  private static func ranges(of descriptor: Int32) -> TouchSlots.Ranges? {
    func range(_ axis: UInt16) -> ClosedRange<Double>? {
      var (low, high): (Int32, Int32) = (0, 0)
      guard input_range(descriptor, Int32(axis), &low, &high) == 1 else { return nil }
      return Double(low)...Double(high)
    }
    guard let x = range(TouchSlots.Event.x), let y = range(TouchSlots.Event.y) else { return nil }
    return TouchSlots.Ranges(x: x, y: y, pressure: range(TouchSlots.Event.pressure))
  }
}
