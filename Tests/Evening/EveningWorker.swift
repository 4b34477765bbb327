import Scratch
import SpinetDevices
import SpinetRealtime
import SpinetSession

/// Does the session's work in turn: each piece takes some virtual time, and its effect comes at the end of it.
final class EveningWorker: Worker, @unchecked Sendable {
  // Sendable because one thread has the world.
  private let world: World
  private let disk: EveningDisk
  private var luck: SeededBytes

  /// How often writers look, in seconds.
  private static let secondsBetweenTurns = 0.05
  /// How often a reader of an input does, which waits for no disk.
  private static let secondsBetweenReads = 0.01

  init(_ world: World, _ disk: EveningDisk, luck: SeededBytes) {
    (self.world, self.disk, self.luck) = (world, disk, luck)
  }

  func begin(_ name: String, _ work: @escaping @Sendable () -> Void) -> any Job {
    let task = EveningTask(until: end(of: name), work)
    // The end of the audio thread takes no time.
    if name == "spinet-stop" { task.run() } else { world.at(task.end) { task.run() } }
    return EveningJob(task, in: world)
  }

  func begin<Work: LastingWork & ~Copyable>(_ name: String, lasting work: consuming sending Work) -> any Job {
    let writer = EveningWriter(work)
    let isReader = name == "spinet-input"
    schedule(writer, isReader: isReader)
    return EveningLastingJob(writer, isReader ? nil : disk, in: world)
  }

  private func schedule<Work: LastingWork & ~Copyable>(_ writer: EveningWriter<Work>, isReader: Bool) {
    let seconds = isReader ? Self.secondsBetweenReads : Self.secondsBetweenTurns
    let next = world.now.advanced(bySeconds: seconds)
    world.at(isReader ? next : max(next, disk.answersAt)) { [self] in
      if writer.turn() { schedule(writer, isReader: isReader) }
    }
  }

  private func end(of name: String) -> HostTime {
    let seconds: ClosedRange<Double> =
      switch name {
      case "spinet-load": luck.chance(0.05) ? 4...15 : 0.02...1.5
      case "spinet-save", "spinet-patch": 0.001...0.08
      case "spinet-pcm": 0.005...0.3
      default: 0.001...0.02
      }
    let end = world.now.advanced(bySeconds: luck.number(seconds))
    return disk.isWaiting(for: name) ? max(end, disk.answersAt) : end
  }
}

/// A piece of work that is done once, at its end.
private final class EveningTask {
  let end: HostTime
  private var work: (() -> Void)?
  /// Called at the end of work that has no owner any more.
  var hasEndedAlone: () -> Void = {}

  init(until end: HostTime, _ work: @escaping () -> Void) { (self.end, self.work) = (end, work) }

  var isDone: Bool { work == nil }

  func run() {
    let work = work
    self.work = nil
    work?()
    hasEndedAlone()
    hasEndedAlone = {}
  }
}

private final class EveningJob: Job {
  private var task: EveningTask?
  private let world: World

  init(_ task: EveningTask, in world: World) { (self.task, self.world) = (task, world) }

  func wait(atMost seconds: Double) -> Bool {
    guard let task else { return true }
    world.pass(until: min(task.end, world.now.advanced(bySeconds: seconds)))
    return task.isDone
  }

  func leave() {
    if let task, !task.isDone {
      world.abandoned += 1
      task.hasEndedAlone = { [world] in world.abandoned -= 1 }
    }
    task = nil
  }

  deinit {
    guard let task, !task.isDone else { return }
    world.pass(until: task.end)
    task.run()
  }
}

/// Has work that goes on, such as the journal's.
private final class EveningWriter<Work: LastingWork & ~Copyable> {
  /// Nil when it is done.
  private var work: Work?
  private var isAtWork = false

  init(_ work: consuming Work) { self.work = consume work }

  var isDone: Bool { work == nil }

  /// Returns whether it goes on.
  func turn() -> Bool {
    guard !isDone, !isAtWork else { return !isDone }
    isAtWork = true
    if work?.turn() == false { work = nil }
    isAtWork = false
    return !isDone
  }
}

private final class EveningLastingJob<Work: LastingWork & ~Copyable>: Job {
  private var writer: EveningWriter<Work>?
  /// What it may have to wait for at its end.
  private let disk: EveningDisk?
  private let world: World

  init(_ writer: EveningWriter<Work>, _ disk: EveningDisk?, in world: World) {
    (self.writer, self.disk, self.world) = (writer, disk, world)
  }

  func wait(atMost seconds: Double) -> Bool {
    let limit = world.now.advanced(bySeconds: seconds)
    while writer?.isDone == false, world.happenNext(until: limit) {}
    return writer?.isDone ?? true
  }

  func leave() { writer = nil }

  deinit {
    guard let writer, !writer.isDone else { return }
    if let disk { world.pass(until: max(world.now, disk.answersAt)) }
    while writer.turn() {}
  }
}
