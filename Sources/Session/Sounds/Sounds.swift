import Logging
import SpinetDevices
import SpinetEngine
import SpinetLibrary
import SpinetMixer
import SpinetRealtime
import SpinetStage
import SystemPackage

/// Changes the sounds while the instrument plays. Other threads read the files and prepare the engines.
///
/// Orders are carried out in turn; one that takes long blocks no other. The performer plays a sound only when it is
/// complete; after an error the old one plays on. Engines are freed by another thread, when they have rung out.
/// [control-thread]
final class Sounds {
  private let performer: Performer
  private let output: SoundOutput
  private let logger: Logger
  let loader: InstrumentLoader
  private let orders: SoundLoader
  private var reserve = SoundReserve()
  /// What will be asked for next, when reading it began, and who has asked for it since.
  private var prepared:
    (name: String, stage: LoadedStage, begin: FileStamp.Moment, order: SoundLoader.Order?)?
  private var disposal: PartDisposal

  /// - Parameters:
  ///   - clock: has the time of the files' stamps.
  ///   - worker: loads and frees.
  ///   - wake: called by other threads when a sound is ready.
  init(
    for performer: Performer, _ output: SoundOutput, _ loader: InstrumentLoader, logger: Logger,
    clock: any SessionClock = HostClock(), on worker: any Worker = ThreadWorker(),
    wake: @escaping @Sendable () -> Void
  ) {
    (self.performer, self.output, self.loader, self.logger) = (performer, output, loader, logger)
    (orders, disposal) = (SoundLoader(clock, on: worker, finished: wake), PartDisposal(on: worker))
    followPrograms()
  }

  /// Loads what program changes choose.
  func followPrograms() {
    performer.chooseSound = { [unowned self] request, time in choose(request, at: time) }
  }

  private var instrument: LoadedInstrument { performer.instrument }

  /// Adds an order to those that wait. A sound that is prepared needs no loading, and nothing that was asked for before
  /// comes after it.
  func order(_ order: SoundLoader.Order) {
    guard case .load(let name, _) = order, prepared?.name == name else { return orders.add(order) }
    orders.giveUpLoads()
    prepared?.order?.refuse(SoundLoader.superseded(name))
    prepared?.order = order
  }

  /// Prepares a sound that will be asked for next, instead of the one that was prepared before.
  func prepare(_ name: String) {
    forgetPrepared()
    orders.add(.prepare(name))
  }

  private func forgetPrepared() {
    guard let old = prepared else { return }
    prepared = nil
    disposal.add(old.stage.parts)
    if let order = old.order { orders.add(order) }
  }

  /// Plays the sound that was prepared, when it has been asked for.
  private func playPrepared(at now: HostTime) {
    guard let ready = prepared, let order = ready.order else { return }
    prepared = nil
    take(.stage(ready.stage), of: order, ready.begin, at: now)
  }

  /// Gives up the loads whose senders do not wait for them any more.
  func giveUpUnwanted() { orders.giveUpUnwanted() }

  /// Call it when patches have changed: the next program change reads them again.
  func forgetPrograms() { reserve.forgetPrograms(isReading: orders.isReserving) }

  /// Sets the table of the programs that another thread has read.
  func take(_ programs: ProgramTable) { reserve.take(programs) }

  // MARK: What has been loaded

  /// - Parameter begin: when reading the files began.
  private func take(
    _ outcome: SoundLoader.Outcome, of order: SoundLoader.Order, _ begin: FileStamp.Moment, at now: HostTime
  ) {
    do throws(SpinetError) {
      switch outcome {
      case .stage(let stage) where order.isPreparation: keep(stage, of: order, begin)
      case .stage(let stage): try play(stage, as: order, begin, at: now)
      case .part(let part): try play(part, as: order, begin, at: now)
      case .reserve(let programs, let engines):
        reserve.take(programs)
        reserve.engines += engines
        tellReserve(engines.count)
        playWaiting(at: now)
      case .failed(let error): throw error
      }
    } catch {
      report(error, of: order, at: now)
    }
  }

  private func report(_ error: SpinetError, of order: SoundLoader.Order, at now: HostTime) {
    switch order {
    case .load(_, let reply): reply.answer(.refused(loading: error))
    case .reserve:
      reserve.give(upAt: now)
      logger.error(error)
    case .reload, .program, .prepare: logger.error(error)
    }
  }

  private func play(
    _ stage: LoadedStage, as order: SoundLoader.Order, _ begin: FileStamp.Moment, at now: HostTime
  ) throws(SpinetError) {
    switch order {
    case .load(let name, let reply):
      try performer.change(to: stage, ChangeRequest(readAt: begin, name: name), at: now)
      reply.answer(.playing(instrument.name))
    case .reload(let file):
      // Another sound may have been loaded since the file was saved.
      guard instrument.stage.path?.string == file else { return disposal.add(stage.parts) }
      let (kept, replaced) = stage.keeping(instrument)
      disposal.add(replaced)
      try performer.change(to: kept, ChangeRequest(isSame: true, readAt: begin), at: now)
      logger.info("stage read again")
    case .program, .reserve, .prepare: break
    }
  }

  private func keep(_ stage: LoadedStage, of order: SoundLoader.Order, _ begin: FileStamp.Moment) {
    forgetPrepared()
    guard case .prepare(let name) = order else { return }
    prepared = (name, stage, begin, nil)
    ResidentMemory.remark("the sounds of \(name)").map { logger.info("\($0)") }
  }

  /// Replaces a program by its saved version. Held notes ring out in the old one.
  private func play(
    _ fresh: LoadedPart, as order: SoundLoader.Order, _ begin: FileStamp.Moment, at now: HostTime
  ) throws(SpinetError) {
    guard case .program(_, _, let number) = order,
      let index = instrument.parts.firstIndex(where: { $0.number == number })
    else { return disposal.add([fresh]) }
    let part = instrument.parts[index].playing(fresh)
    var stage = LoadedStage(of: instrument)
    stage.replace(partAt: index, by: part)
    try performer.change(to: stage, ChangeRequest(isSame: true, readAt: begin), at: now)
    logger.info("\(part.sound.name): the program was read again")
  }

  // MARK: Program changes

  /// Changes to the sound of a program change, at once or as soon as the patches are known.
  private func choose(_ request: SoundRequest, at now: HostTime) {
    let parts = loader.choosePresets(request.parts, of: instrument, request.number)
    guard !parts.isEmpty else { return }
    reserve.waiting.append(SoundRequest(parts: parts, number: request.number))
    playWaiting(at: now)
  }

  private func playWaiting(at now: HostTime) {
    guard let programs = reserve.programs else { return }
    while !reserve.waiting.isEmpty {
      let request = reserve.waiting.removeFirst()
      tellUnknown(request.number, programs)
      do throws(SpinetError) {
        let changed = try loader.change(
          request.parts, of: instrument, to: request.number, programs, spares: &reserve.engines)
        if let changed { try performer.change(to: changed, ChangeRequest(), at: now) }
      } catch {
        logger.error(error)
      }
    }
  }

  /// Tells once that no patch has a number, and which one plays in its place.
  private func tellUnknown(_ number: ProgramNumber, _ programs: ProgramTable) {
    guard let other = programs.standIn(for: number), reserve.toldUnknown.insert(number).inserted else {
      return
    }
    logger.info("program \(number.program): no patch has this number; \(other) plays in its place")
  }

  /// Orders engines when some are missing.
  private func fillReserve(at now: HostTime) {
    guard output.isRunning || !reserve.waiting.isEmpty, instrument.stage.scenes.isEmpty, !orders.isReserving,
      now >= reserve.nextTry
    else { return }
    let missing = SoundReserve.size - reserve.engines.count
    if missing > 0 || reserve.programs == nil {
      orders.add(.reserve(missing, readingPrograms: reserve.programs == nil))
    }
  }

  // MARK: Memory

  /// Logs the memory of the prepared parts, if there are several.
  func tellMemory() {
    guard instrument.parts.count > 1, output.isRunning else { return }
    ResidentMemory.remark("\(instrument.parts.count) parts").map { logger.info("\($0)") }
  }

  /// - Parameter added: the number of engines that have just been prepared.
  private func tellReserve(_ added: Int) {
    guard added > 0, logger.logLevel <= .debug else { return }
    let engines = "\(reserve.engines.count) engines for program changes"
    ResidentMemory.remark(engines).map { logger.debug("\($0)") }
  }
}

extension Sounds: Service {
  func nextMoment(after now: HostTime) -> HostTime? { orders.nextMoment() }

  /// Plays sounds that have been loaded, and begins the next order.
  func turn(at now: HostTime, isReady: Bool) {
    if let (order, outcome, begin) = orders.popOutcome(at: now) { take(outcome, of: order, begin, at: now) }
    playPrepared(at: now)
    disposal.begin()
    fillReserve(at: now)
    do {
      try orders.begin(loader, for: output.isRunning ? instrument.mixer?.format : nil, at: now)
    } catch {
      logger.error(error)
    }
  }
}

extension Sounds: PerformanceListener {
  func changed(_ change: InstrumentChange) {
    logger.info("playing \(change.new.name)")
    tellMemory()
  }

  func rungOut(_ part: LoadedPart) { disposal.add([part]) }
}
