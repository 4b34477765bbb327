import CCamera
import Glibc
import SpinetDevices
import SpinetFace
import SpinetRealtime
import SpinetText
import SystemPackage

/// A camera of this machine. Only one thread may use it.
package final class Camera: FrameSource {
  package let name: String
  private let device: Int32
  private var stream = CameraStream()

  private static let width: Int32 = 320
  private static let height: Int32 = 240

  /// - Parameter wanted: a part of a camera's name, a shell wildcard, or the path of a device.
  package init(named wanted: String) throws(SpinetError) {
    guard let (device, name) = Self.open(wanted) else { throw Self.unknown(wanted) }
    self.device = device
    self.name = name
    if let refusal = camera_begin(device, Self.width, Self.height, &stream) {
      let why = "\(String(cString: refusal)): \(Errno.last)"
      close()
      throw SpinetError(
        .deviceFailed, what: "camera \(name)", why: why,
        remedy: "end the program that uses it, or choose another")
    }
    guard stream.is_mjpeg == 0 || CameraFrames.hasJPEG else {
      close()
      throw SpinetError(
        .notInstalled, what: "camera \(name)", why: "it sends JPEG, and libturbojpeg.so.0 cannot be loaded",
        remedy: Remedy(.installPackage, "libturbojpeg0"))
    }
  }

  deinit { close() }

  private func close() {
    camera_end(device, &stream)
    Glibc.close(device)
  }

  /// A short or damaged frame is skipped.
  package func next(within seconds: Double) throws(SpinetError) -> GrayFrame? {
    guard isReadable(device, within: seconds) else { return nil }
    var used = 0
    let number = camera_take(device, &used)
    guard number >= 0 else {
      if errno == EAGAIN { return nil }
      throw lost()
    }
    let frame = self.frame(Int(number), used)
    guard camera_give(device, number) >= 0 else { throw lost() }
    return frame
  }

  private func frame(_ number: Int, _ used: Int) -> GrayFrame? {
    let starts = [stream.bytes.0, stream.bytes.1, stream.bytes.2, stream.bytes.3]
    let sizes = [stream.sizes.0, stream.sizes.1, stream.sizes.2, stream.sizes.3]
    guard number < Int(stream.count), used > 0 else { return nil }
    let bytes = UnsafeBufferPointer(start: UnsafePointer(starts[number]), count: min(used, sizes[number]))
    if stream.is_mjpeg == 1 { return CameraFrames.jpeg(bytes.span) }
    return CameraFrames.yuyv(
      bytes.span, width: Int(stream.width), height: Int(stream.height), stride: Int(stream.stride))
  }

  private func lost() -> SpinetError {
    SpinetError(
      .deviceLost, what: "camera \(name)", why: "it is gone: \(Errno.last)",
      remedy: Remedy(.connectAgain))
  }

  /// The cameras of this machine by their paths.
  package static func all() -> [(path: FilePath, name: String)] {
    (0..<64).compactMap { number in
      let path = FilePath("/dev/video\(number)")
      guard let (device, name) = open(path: path) else { return nil }
      Glibc.close(device)
      return (path, name)
    }
  }

  private static func open(_ wanted: String) -> (Int32, String)? {
    if wanted.hasPrefix("/") { return open(path: FilePath(wanted)) }
    let found = all().first { namePattern(wanted, matches: $0.name) }
    return found.flatMap { open(path: $0.path) }
  }

  /// Nil if it is not a camera.
  private static func open(path: FilePath) -> (Int32, String)? {
    let device = Glibc.open(path.string, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard device >= 0 else { return nil }
    var name = [CChar](repeating: 0, count: 64)
    guard camera_name(device, &name, name.count) == 1 else {
      Glibc.close(device)
      return nil
    }
    return (device, String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
  }

  private static func unknown(_ wanted: String) -> SpinetError {
    let names = all().map(\.name)
    let why = names.isEmpty ? "there is no camera" : "no camera has that name"
    let remedy: Remedy =
      names.isEmpty ? "connect one, or give a Y4M video" : Remedy(.chooseAvailable, values: names)
    return SpinetError(.deviceNotFound, what: "camera \(wanted)", why: why, remedy: remedy)
  }
}
