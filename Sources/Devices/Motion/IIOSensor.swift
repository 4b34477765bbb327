import CInput
import Glibc
import SpinetMotion
import SpinetRealtime
import SpinetText
import SystemPackage

/// Reads one IIO device: its buffer if the kernel permits turning it on, otherwise its numbers one by one.
final class IIOSensor {
  private let device: IIODevice
  /// The descriptor of the buffer; nil if the numbers are read one by one.
  let buffer: Int32?
  private let layout: IIOLayout
  private var rest: [UInt8] = []

  init(_ device: IIODevice) throws(SpinetError) {
    self.device = device
    layout = IIOLayout(device)
    buffer = Self.start(device, layout)
    guard buffer != nil || device.channels.allSatisfy({ Self.raw($0, of: device) != nil }) else {
      throw SpinetError(
        .deviceForbidden, what: "motion sensor \(device.name)", why: "its numbers cannot be read",
        remedy: "get permission to read \(device.path) and \(device.node)")
    }
  }

  deinit {
    guard let buffer else { return }
    close(buffer)
    _ = Self.write("0", to: device.bufferSwitch)
  }

  /// Turns the buffer on. Nil if that is not permitted, if the device has no buffer, or if another program uses it.
  private static func start(_ device: IIODevice, _ layout: IIOLayout) -> Int32? {
    guard layout.isComplete, device.bufferSwitch.trimmedText == "0" else { return nil }
    for (file, isWanted) in layout.switches {
      guard write(isWanted ? "1" : "0", to: file) else { return nil }
    }
    askForRate(of: device)
    guard write("1", to: device.bufferSwitch) else { return nil }
    let descriptor = open(device.node.string, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor < 0 else { return descriptor }
    _ = write("0", to: device.bufferSwitch)
    return nil
  }

  /// In samples per second.
  private static let rate = 100.0

  /// Sets the sampling rate. Some devices send nothing, or almost nothing, before that.
  private static func askForRate(of device: IIODevice) {
    for kind in [""] + IIODevice.Channel.Quantity.allCases.map({ "in_\($0.rawValue)_" }) {
      let file = device.path.appending("\(kind)sampling_frequency")
      if write("\(Int(rate))", to: file) { continue }
      let available = device.path.appending("\(kind)sampling_frequency_available").trimmedText
      if let other = available.flatMap(nearestRate) { _ = write(other, to: file) }
    }
  }

  /// The lowest available rate above ours, or else the highest.
  ///
  /// - Parameter available: rates one after the other, or the lowest, the step and the highest in brackets.
  static func nearestRate(among available: String) -> String? {
    var words = available.split { " []".contains($0) }.map(String.init)
    if available.hasPrefix("["), words.count == 3 { words.remove(at: 1) }
    let rates = words.filter { Double($0) != nil }.sorted { Double($0) ?? 0 < Double($1) ?? 0 }
    return rates.first { Double($0) ?? 0 >= rate } ?? rates.last
  }

  private static func write(_ text: String, to file: FilePath) -> Bool {
    let descriptor = open(file.string, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return Glibc.write(descriptor, text, text.utf8.count) == text.utf8.count
  }

  private static func raw(_ channel: IIODevice.Channel, of device: IIODevice) -> Double? {
    IIODevice.number(device.path.appending("\(channel.file)_raw"))
  }

  /// The samples in the buffer; without a buffer, the current sample.
  func readSamples() throws(SpinetError) -> [MotionSample] {
    guard let buffer else { return [sample(try raws())] }
    var bytes = [UInt8](repeating: 0, count: 64 * layout.byteCount)
    let count = read(buffer, &bytes, bytes.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return [] }
    guard count > 0 else { throw gone }
    rest += bytes[..<count]
    var samples: [MotionSample] = []
    while rest.count >= layout.byteCount {
      samples.append(sample(layout.numbers(rest.prefix(layout.byteCount))))
      rest.removeFirst(layout.byteCount)
    }
    return samples
  }

  private func raws() throws(SpinetError) -> [Double] {
    try device.channels.map { channel throws(SpinetError) in
      guard let number = Self.raw(channel, of: device) else { throw gone }
      return number
    }
  }

  private var gone: SpinetError {
    SpinetError(
      .deviceLost, what: "motion sensor \(device.name)", why: "it is gone", remedy: Remedy(.connectAgain))
  }

  /// - Parameter numbers: one for each channel.
  private func sample(_ numbers: [Double]) -> MotionSample {
    var axes: [IIODevice.Channel.Quantity: SIMD3<Double>] = [:]
    for (channel, number) in zip(device.channels, numbers) {
      axes[channel.quantity, default: SIMD3()][channel.axis] = (number + channel.offset) * channel.scale
    }
    return MotionSample(
      acceleration: axes[.acceleration].map { $0 / MotionSample.standardGravity }, rotation: axes[.rotation])
  }
}

/// Several IIO devices as one motion sensor: a machine may have separate accelerometers and gyroscopes.
final class IIOSource: MotionSource {
  private let sensors: [IIOSensor]
  private let buffers: [Int32]

  /// The time between two readings of numbers one by one, in seconds.
  private static let pollingTime = 0.01

  init(_ sensors: [IIOSensor]) {
    self.sensors = sensors
    buffers = sensors.compactMap(\.buffer)
  }

  func next(within seconds: Double) throws(SpinetError) -> [(sample: MotionSample, time: HostTime)] {
    let isPolled = buffers.count < sensors.count
    let wait = isPolled ? min(seconds, Self.pollingTime) : seconds
    _ = input_wait(buffers, Int32(buffers.count), Int32(wait * 1000))
    // Read even if nothing has come: only a read reports that a sensor was unplugged.
    let time = HostTime.now
    var samples: [(sample: MotionSample, time: HostTime)] = []
    for sensor in sensors { samples += try sensor.readSamples().map { ($0, time) } }
    return samples
  }
}
