import SpinetDevices
import SpinetEngine
import SpinetLibrary
import SpinetMixer
import SpinetRealtime
import SpinetStage
import Synchronization

/// Loads sounds on other threads while the instrument plays.
///
/// Orders are carried out one after the other, but one that takes long blocks no other: after a second the next begins
/// beside it, and a load gives up an earlier one. None may take longer than two minutes, or than its sender waits. What
/// has been given up changes nothing any more, whenever its thread ends. [control-thread]
final class SoundLoader {
  /// What to load.
  enum Order {
    /// Loads a stage or a sound, and answers when it plays.
    case load(String, WaitingReply)
    /// Loads a stage or a sound that will be asked for next.
    case prepare(String)
    /// Loads the current stage again, because its file was saved.
    case reload(String)
    /// Loads a part of the current stage again, because its program was saved. `number` is the part's number.
    case program(Part, of: Stage, number: UInt32)
    /// Prepares engines for the next program changes, and reads the table of patches by number if it is not known.
    case reserve(Int, readingPrograms: Bool)
  }

  enum Outcome: @unchecked Sendable {
    // Sendable because one thread at a time has a part: first the one that loads it, then control.
    case stage(LoadedStage)
    case part(LoadedPart)
    case reserve(ProgramTable?, [MixerPart])
    case failed(SpinetError)
  }

  /// An order that is carried out.
  private struct Run {
    let order: Order
    let job: BackgroundJob<Outcome>
    let isGivenUp: EndFlag
    /// When reading its files began.
    let begin: FileStamp.Moment
    let start: HostTime

    func seconds(at now: HostTime) -> Double { Double(now.nanoseconds(since: start)) * 1e-9 }
  }

  private var waiting: [Order] = []
  /// In the order in which they began.
  private var running: [Run] = []
  /// Threads that were given up, and may never end.
  private var abandoned: [BackgroundJob<Outcome>] = []
  private let isEnding = EndFlag()
  private let clock: any SessionClock
  private let worker: any Worker
  private let finished: @Sendable () -> Void

  /// After this time the next order begins.
  private static let secondsUntilNext = 1.0
  /// The longest time for an order. Each compiler has a limit of its own.
  private static let longestSeconds = 120.0
  /// How many threads may hang, for instance in a network that is gone.
  private static let mostAbandoned = 16

  /// - Parameters:
  ///   - clock: has the time of the files' stamps.
  ///   - worker: loads.
  ///   - finished: called by the loading thread when there is an outcome to take.
  init(
    _ clock: any SessionClock, on worker: any Worker = ThreadWorker(),
    finished: @escaping @Sendable () -> Void
  ) {
    (self.clock, self.worker, self.finished) = (clock, worker, finished)
  }

  deinit {
    isEnding.set()
    // Limited, because a program may never finish its first block.
    for (index, run) in running.enumerated() { run.job.abandon(after: index == 0 ? 2 : 0) }
  }

  /// Whether engines for program changes are being prepared.
  var isReserving: Bool { running.contains(where: \.order.isReserve) || waiting.contains(where: \.isReserve) }

  func add(_ order: Order) { waiting.append(order) }

  /// When `begin` or `popOutcome` must be called next if no thread has finished.
  func nextMoment() -> HostTime? {
    guard let last = running.last else { return nil }
    let limit = running[0].start.advanced(bySeconds: Self.longestSeconds)
    return waiting.isEmpty ? limit : min(limit, last.start.advanced(bySeconds: Self.secondsUntilNext))
  }

  /// Begins the next order if no other has begun just before.
  func begin(_ loader: InstrumentLoader, for format: StreamFormat?, at now: HostTime) throws(SpinetError) {
    guard let order = waiting.first, running.allSatisfy({ $0.seconds(at: now) >= Self.secondsUntilNext })
    else { return }
    waiting.removeFirst()
    giveUp(where: order.replaces, Self.superseded)
    abandoned.removeAll { $0.popOutcome() != nil }
    guard abandoned.count < Self.mostAbandoned else {
      let error = Self.stuck(abandoned.count)
      order.refuse(error)
      throw error
    }
    let isGivenUp = EndFlag()
    var loader = loader
    loader.isUnwanted = { [isEnding] in isEnding.isSet || isGivenUp.isSet }
    let work = Self.work(order, loader, format)
    let begin = clock.fileTime
    let job = try BackgroundJob("spinet-load", on: worker, work: work, finished: finished)
    running.append(Run(order: order, job: job, isGivenUp: isGivenUp, begin: begin, start: now))
  }

  /// The outcome of the first order that is done or has taken too long, and the moment when reading its files began. It
  /// is returned once; nil while there is none.
  func popOutcome(at now: HostTime) -> (order: Order, outcome: Outcome, begin: FileStamp.Moment)? {
    abandoned.removeAll { $0.popOutcome() != nil }
    for (index, run) in running.enumerated() {
      if let outcome = run.job.popOutcome() {
        running.remove(at: index)
        return (run.order, outcome, run.begin)
      }
      if run.seconds(at: now) >= Self.longestSeconds {
        running.remove(at: index)
        abandon(run)
        return (run.order, .failed(Self.endless(run.order.name)), run.begin)
      }
    }
    return nil
  }

  // MARK: Giving up

  /// Gives up the loads whose senders do not wait for them any more.
  func giveUpUnwanted() {
    giveUp(where: \.isUnwanted, Self.withdrawn)
    for order in waiting where order.isUnwanted { order.refuse(Self.withdrawn(order.name)) }
    waiting.removeAll(where: \.isUnwanted)
  }

  /// Gives up the loads that have not ended, because a later one needs none.
  func giveUpLoads() {
    giveUp(where: \.isLoad, Self.superseded)
    for order in waiting where order.isLoad { order.refuse(Self.superseded(order.name)) }
    waiting.removeAll(where: \.isLoad)
  }

  private func giveUp(where isOver: (Order) -> Bool, _ why: (String) -> SpinetError) {
    for run in running where isOver(run.order) {
      run.order.refuse(why(run.order.name))
      abandon(run)
    }
    running.removeAll { isOver($0.order) }
  }

  private func abandon(_ run: Run) {
    run.isGivenUp.set()
    run.job.abandon(after: 0)
    abandoned.append(run.job)
  }

  static func superseded(_ name: String) -> SpinetError {
    SpinetError(
      .engineStopped, what: name, why: "another sound was chosen before it was loaded",
      remedy: "load it again")
  }

  private static func withdrawn(_ name: String) -> SpinetError {
    SpinetError(
      .engineStopped, what: name, why: "who asked for it has left before it was loaded",
      remedy: "load it again")
  }

  private static func endless(_ name: String) -> SpinetError {
    SpinetError(
      .notReadable, what: name, why: "it has not been loaded after \(Int(longestSeconds)) s",
      remedy: "look whether its disk answers, then load it again")
  }

  private static func stuck(_ count: Int) -> SpinetError {
    SpinetError(
      .limitReached, what: "sounds", why: "\(count) files are still being waited for",
      remedy: "look whether their disk answers, or start Spinet again")
  }

  // MARK: The work

  private static func work(
    _ order: Order, _ loader: InstrumentLoader, _ format: StreamFormat?
  ) -> @Sendable () -> Outcome {
    switch order {
    case .load(let name, _), .reload(let name), .prepare(let name):
      { outcome { () throws(SpinetError) in try .stage(stage(name, loader, format)) } }
    case .program(let part, let stage, _):
      { outcome { () throws(SpinetError) in try .part(self.part(part, of: stage, loader, format)) } }
    case .reserve(let count, let isReading):
      {
        outcome { () throws(SpinetError) in
          let programs = isReading ? try ProgramTable(loader.library) : nil
          return try .reserve(programs, loader.spares(count, for: format))
        }
      }
    }
  }

  private static func stage(
    _ name: String, _ loader: InstrumentLoader, _ format: StreamFormat?
  ) throws(SpinetError) -> LoadedStage {
    let stage = try loader.stage(named: name)
    if let format { try stage.prepare(for: format) }
    return stage
  }

  private static func part(
    _ part: Part, of stage: Stage, _ loader: InstrumentLoader, _ format: StreamFormat?
  ) throws(SpinetError) -> LoadedPart {
    let part = try loader.load(part, of: stage)
    if let format { try part.mixed.prepare(for: format) }
    return part
  }

  private static func outcome(_ work: () throws(SpinetError) -> Outcome) -> Outcome {
    do {
      return try work()
    } catch {
      return .failed(error)
    }
  }
}

extension SoundLoader.Order {
  fileprivate var name: String {
    switch self {
    case .load(let name, _), .reload(let name), .prepare(let name): name
    case .program(let part, _, _): part.sound
    case .reserve: "patches"
    }
  }

  /// Whether an earlier order changes nothing any more when this one begins. A file that was saved is read again for the
  /// sound that plays, so it does not replace the sound that somebody has asked for.
  fileprivate func replaces(_ earlier: Self) -> Bool {
    switch (self, earlier) {
    case (.load, .load), (.load, .reload), (.reload, .reload), (.load, .prepare), (.prepare, .prepare): true
    default: false
    }
  }

  /// Whether it brings another sound, or the one that plays anew.
  fileprivate var isLoad: Bool {
    switch self {
    case .load, .reload: true
    default: false
    }
  }

  var isPreparation: Bool { if case .prepare = self { true } else { false } }
  fileprivate var isReserve: Bool { if case .reserve = self { true } else { false } }

  /// Whether it was asked for by somebody who has left.
  fileprivate var isUnwanted: Bool { if case .load(_, let reply) = self { !reply.isWanted } else { false } }

  /// Answers who waits for it.
  func refuse(_ error: SpinetError) {
    if case .load(_, let reply) = self { reply.answer(.refused(loading: error)) }
  }
}

/// Tells the loading thread to stop, because its result is no longer needed.
private final class EndFlag: Sendable {
  private let value = Atomic<Bool>(false)

  var isSet: Bool { value.load(ordering: .relaxed) }
  func set() { value.store(true, ordering: .relaxed) }
}
