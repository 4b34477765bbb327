import SpinetEngine
import SpinetLibrary
import SpinetMixer
import SpinetRealtime
import SpinetStage

/// Loads sounds on threads of their own while others play, one after the other. [control-thread]
final class SoundLoader {
  /// What is to be loaded.
  enum Order {
    /// Load a stage or a sound; `client` gets the answer.
    case load(String, client: Int32?)
    /// The stage that plays, because its file was saved.
    case reload(String)
    /// The patches by number, and engines in reserve for the next program changes.
    case reserve(Int)
  }

  enum Outcome: Sendable {
    case stage(LoadedStage)
    case reserve(ProgramTable, [MixerPart])
    case failed(SpinetError)
    case refused(String)
  }

  private var waiting: [Order] = []
  private var current: (order: Order, job: BackgroundJob<Outcome>)?
  private let finished: @Sendable () -> Void

  /// - Parameter finished: called by the loading thread when there is an outcome to take.
  init(finished: @escaping @Sendable () -> Void) { self.finished = finished }

  var isBusy: Bool { current != nil || !waiting.isEmpty }

  func add(_ order: Order) { waiting.append(order) }

  /// Begins the next order when there is nothing else to do.
  func begin(_ loader: InstrumentLoader, for format: StreamFormat?) throws(SpinetError) {
    guard current == nil, !waiting.isEmpty else { return }
    let work = Self.work(waiting[0], loader, format)
    let job = try BackgroundJob("spinet-load", work: work, finished: finished)
    current = (waiting.removeFirst(), job)
  }

  /// The outcome of the last order; nil after it was taken.
  func takeOutcome() -> (Order, Outcome)? {
    guard let (order, job) = current, let outcome = job.takeOutcome() else { return nil }
    current = nil
    return (order, outcome)
  }

  private static func work(
    _ order: Order, _ loader: InstrumentLoader, _ format: StreamFormat?
  ) -> @Sendable () -> Outcome {
    switch order {
    case .load(let name, _), .reload(let name): { outcome { try .stage(stage(name, loader, format)) } }
    case .reserve(let count):
      { outcome { try .reserve(ProgramTable(loader.library), loader.spares(count, for: format)) } }
    }
  }

  private static func stage(
    _ name: String, _ loader: InstrumentLoader, _ format: StreamFormat?
  ) throws -> LoadedStage {
    let stage = try loader.stage(named: name)
    if let format { try stage.prepare(for: format) }
    return stage
  }

  private static func outcome(_ work: () throws -> Outcome) -> Outcome {
    do {
      return try work()
    } catch let error as SpinetError {
      return .failed(error)
    } catch {
      return .refused("\(error)")
    }
  }
}
