import SpinetEngine
import SpinetLibrary
import SpinetMixer
import SpinetRealtime
import SpinetStage
import Synchronization

/// Loads sounds on other threads while the instrument plays, one order after the other. [control-thread]
final class SoundLoader {
  /// What to load.
  enum Order {
    /// Loads a stage or a sound, and answers when it plays.
    case load(String, WaitingReply)
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

  private var waiting: [Order] = []
  private var current: (order: Order, job: BackgroundJob<Outcome>, begin: FileStamp.Moment)?
  private let isEnding = EndFlag()
  private let worker: any Worker
  private let finished: @Sendable () -> Void

  /// - Parameters:
  ///   - worker: loads.
  ///   - finished: called by the loading thread when there is an outcome to take.
  init(on worker: any Worker = ThreadWorker(), finished: @escaping @Sendable () -> Void) {
    (self.worker, self.finished) = (worker, finished)
  }

  deinit {
    isEnding.set()
    // Limited, because a program may never finish its first block.
    current?.job.abandon(after: 2)
  }

  var isBusy: Bool { current != nil || !waiting.isEmpty }

  func add(_ order: Order) { waiting.append(order) }

  /// Begins the next order if no other is being carried out.
  func begin(_ loader: InstrumentLoader, for format: StreamFormat?) throws(SpinetError) {
    guard current == nil, !waiting.isEmpty else { return }
    var loader = loader
    loader.isUnwanted = { [isEnding] in isEnding.isSet }
    let work = Self.work(waiting[0], loader, format)
    let begin = FileStamp.Moment.now
    let job = try BackgroundJob("spinet-load", on: worker, work: work, finished: finished)
    current = (waiting.removeFirst(), job, begin)
  }

  /// The outcome of the last order, and the moment when reading its files began. It is returned once; nil while there
  /// is none.
  func popOutcome() -> (order: Order, outcome: Outcome, begin: FileStamp.Moment)? {
    guard let (order, job, begin) = current, let outcome = job.popOutcome() else { return nil }
    current = nil
    return (order, outcome, begin)
  }

  private static func work(
    _ order: Order, _ loader: InstrumentLoader, _ format: StreamFormat?
  ) -> @Sendable () -> Outcome {
    switch order {
    case .load(let name, _), .reload(let name):
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

/// Tells the loading thread to stop, because its result is no longer needed.
private final class EndFlag: Sendable {
  private let value = Atomic<Bool>(false)

  var isSet: Bool { value.load(ordering: .relaxed) }
  func set() { value.store(true, ordering: .relaxed) }
}
