import CRealtime
import Glibc
import Scratch
import SpinetLibrary
import SpinetRealtime
import SystemPackage

/// A disk that fills up, fails, answers late, and is cut off when the instrument is killed. What is written otherwise is
/// written to real files. [any-thread]
final class EveningDisk: @unchecked Sendable {
  // Sendable because one thread has the world.
  enum Health: String, CaseIterable { case well, full, failing }

  private let world: World
  private var luck: SeededBytes
  private(set) var health = Health.well
  /// Until when it does not answer.
  private(set) var answersAt = World.start
  /// Whether the instrument was killed: nothing is written any more.
  private(set) var isCutOff = false
  /// The last moment at which it was not well.
  private var wasIllAt = World.start

  init(_ world: World, luck: SeededBytes) { (self.world, self.luck) = (world, luck) }

  func become(_ health: Health) {
    if self.health != .well { wasIllAt = world.now }
    self.health = health
  }

  func answerLate(bySeconds seconds: Double) { answersAt = world.now.advanced(bySeconds: seconds) }

  func cutOff() { isCutOff = true }

  /// How long it has been well and quick, in seconds.
  var wellSeconds: Double {
    guard health == .well else { return 0 }
    return max(0, Double(world.now.nanoseconds(since: max(wasIllAt, answersAt))) * 1e-9)
  }

  func isWaiting(for name: String) -> Bool { ["spinet-save", "spinet-patch"].contains(name) }

  /// For the session.
  var calls: Disk {
    var disk = Disk()
    disk.create = { [self] path, flags, permissions in
      // A file of its own, because who creates it may change its permissions.
      let file =
        isCutOff
        ? rt_shared_memory("cut off") : open(path.string, flags | O_CREAT, permissions)
      takeTime()
      return file
    }
    disk.write = { [self] file, bytes in write(file, bytes) }
    disk.flush = { [self] _ in flush() }
    disk.rename = { [self] old, new in rename(old, to: new) }
    return disk
  }

  private func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    guard !isCutOff else { return bytes.count }
    switch health {
    case .well: return Glibc.write(file, bytes.baseAddress, bytes.count)
    case .full:
      // Some of it may still fit.
      if bytes.count > 1, luck.chance(0.3) { return Glibc.write(file, bytes.baseAddress, bytes.count / 2) }
      errno = ENOSPC
      return -1
    case .failing:
      errno = EIO
      return -1
    }
  }

  private func flush() -> Int32 {
    takeTime()
    return result(errno: EIO)
  }

  /// Others may write meanwhile.
  private func takeTime() {
    guard world.mayNest, !isCutOff else { return }
    let before = errno
    world.pass(until: world.now.advanced(bySeconds: luck.number(0...0.05)))
    errno = before
  }

  private func rename(_ old: FilePath, to new: FilePath) -> Int32 {
    guard result(errno: EIO) == 0, !isCutOff else { return isCutOff ? 0 : -1 }
    return Glibc.rename(old.string, new.string)
  }

  private func result(errno code: Int32) -> Int32 {
    guard health == .failing, !isCutOff else { return 0 }
    errno = code
    return -1
  }
}

extension SeededBytes {
  mutating func chance(_ probability: Double) -> Bool { number(0...1) < probability }

  mutating func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  /// Another source, which goes on by itself.
  mutating func branch() -> SeededBytes { SeededBytes(state: next()) }
}
