import Logging
import SpinetLibrary
import SpinetMapping
import SpinetMixer
import SpinetRealtime
import SpinetStage
import SpinetWidgets

/// Engines that are ready for the next program changes, and the changes that wait for one.
struct SoundReserve {
  private(set) var programs: ProgramTable?
  /// Whether patches have changed since the table that is on its way was begun.
  private var isOutdated = false
  var engines: [MixerPart] = []
  var waiting: [SoundRequest] = []
  /// After a failure, when engines are ordered again.
  var nextTry = HostTime(nanoseconds: 0)

  /// How many parts can change one after the other before an engine has to be made on the spot, which takes control two
  /// milliseconds. Each spare engine needs 2 MB.
  static let size = 3
  static let secondsBetweenTries = 30.0

  /// The patches have changed.
  ///
  /// - Parameter isReading: whether another thread may be reading them as they were.
  mutating func forgetPrograms(isReading: Bool) {
    programs = nil
    isOutdated = isReading
  }

  /// - Parameter programs: as they have just been read; nil if they were not.
  mutating func take(_ programs: ProgramTable?) {
    self.programs = isOutdated ? nil : programs ?? self.programs
    isOutdated = false
  }
}

// Other sounds while it plays. Reading files and preparing engines is other threads' work.
extension LiveSession {
  /// Loads another instrument, for a client of the socket that waits for the answer.
  func load(_ name: String, for client: Int32) { soundLoader.add(.load(name, client: client)) }

  /// Begins what was ordered, and takes up what has been loaded.
  func advanceSounds(at now: HostTime) {
    if let (order, outcome, begin) = soundLoader.takeOutcome() { take(outcome, of: order, begin, at: now) }
    freeDiscarded()
    fillReserve(at: now)
    do {
      try soundLoader.begin(loader, for: host.isRunning ? instrument.mixer?.format : nil)
    } catch {
      logger.error("\(error)")
    }
  }

  /// - Parameter begin: when the files began to be read.
  private func take(
    _ outcome: SoundLoader.Outcome, of order: SoundLoader.Order, _ begin: FileStamp.Moment, at now: HostTime
  ) {
    do throws(SpinetError) {
      switch outcome {
      case .stage(let stage): try play(stage, as: order, begin, at: now)
      case .part(let part): try play(part, as: order, begin, at: now)
      case .reserve(let programs, let engines):
        reserve.take(programs)
        reserve.engines += engines
        tellReserve(engines.count)
        takeWaitingChanges(at: now)
      case .failed(let error): throw error
      case .refused(let error): refuse(error, order)
      }
    } catch {
      report(error, of: order, at: now)
    }
  }

  private func report(_ error: SpinetError, of order: SoundLoader.Order, at now: HostTime) {
    switch order {
    case .load(_, let client?): reply([RemoteRefusal(error).line], to: client)
    case .reserve:
      reserve.waiting.removeAll()
      reserve.nextTry = now.advanced(bySeconds: SoundReserve.secondsBetweenTries)
      logger.error("\(error)")
    case .load, .reload, .program: logger.error("\(error)")
    }
  }

  /// Reports a failed change: to the client that asked, or to the log if a file was saved.
  private func refuse(_ error: any Error, _ order: SoundLoader.Order) {
    guard case .load(let name, let client?) = order else { return logger.error("\(error)") }
    reply([RemoteRefusal(loading: name, error).line], to: client)
  }

  private func play(
    _ stage: LoadedStage, as order: SoundLoader.Order, _ begin: FileStamp.Moment, at now: HostTime
  ) throws(SpinetError) {
    switch order {
    case .load(let name, let client):
      let new = try instrument(with: stage)
      sound = name
      change(to: new, begin, at: now)
      if let client { reply(["playing \(instrument.name)"], to: client) }
    case .reload:
      let (kept, replaced) = stage.keeping(instrument)
      discarded += replaced
      change(to: try instrument(with: kept), begin, at: now, isSame: true)
      logger.info("stage read again")
    case .program, .reserve: break
    }
  }

  /// A program that was saved takes the place of the one that plays, in which held notes ring out.
  private func play(
    _ fresh: LoadedPart, as order: SoundLoader.Order, _ begin: FileStamp.Moment, at now: HostTime
  ) throws(SpinetError) {
    guard case .program(_, _, let number) = order,
      let index = instrument.parts.firstIndex(where: { $0.number == number })
    else { return discarded.append(fresh) }
    let part = instrument.parts[index].playing(fresh)
    let new = try attempt(on: part.sound.name) { try LoadedInstrument(instrument, with: part, at: index) }
    change(to: new, begin, at: now, isSame: true)
    logger.info("\(part.sound.name): the program was read again")
  }

  private func instrument(with stage: LoadedStage) throws(SpinetError) -> LoadedInstrument {
    try attempt(on: stage.stage.name) { try LoadedInstrument(stage, after: instrument) }
  }

  private func attempt<Result>(on name: String, _ work: () throws -> Result) throws(SpinetError) -> Result {
    do {
      return try work()
    } catch let error as SpinetError {
      throw error
    } catch {
      throw SpinetError(.input, what: name, why: "\(error)", remedy: "load another")
    }
  }

  /// Plays other parts from the next note on.
  ///
  /// - Parameters:
  ///   - moment: when their files began to be read.
  ///   - isSame: whether it is the same instrument, of which a file was saved.
  private func change(
    to new: LoadedInstrument, _ moment: FileStamp.Moment = .now, at now: HostTime, isSame: Bool = false
  ) {
    if !isSame {
      retireState()
      setAtStart = [:]
    }
    activeMappings.change(to: new)
    bridge.change(to: new, mappings: activeMappings.mappings, at: now)
    host.instrument = new
    handle.show(new)
    partFiles = PartFiles(of: new, readAt: moment)
    isSame ? stateAutosaver?.follow(new) : changeState(to: new)
    host.restartIfNeeded(bridge)
    keepJournal()
    watchFiles(at: now)
    logger.info("playing \(new.name)")
    tellMemory()
  }

  /// What the parts that are prepared cost, where there are several.
  func tellMemory() {
    guard instrument.parts.count > 1, host.isRunning else { return }
    ResidentMemory.remark("\(instrument.parts.count) parts").map { logger.info("\($0)") }
  }

  /// - Parameter added: how many engines have just been prepared.
  private func tellReserve(_ added: Int) {
    guard added > 0, logger.logLevel <= .debug else { return }
    let engines = "\(reserve.engines.count) engines for program changes"
    ResidentMemory.remark(engines).map { logger.debug("\($0)") }
  }

  /// Engines that have rung out are freed by another thread, because that may take a while.
  private func freeDiscarded() {
    if freeing?.takeOutcome() != nil { freeing = nil }
    guard freeing == nil, !discarded.isEmpty else { return }
    let parts = PartsToFree(parts: discarded)
    discarded = []
    freeing = try? BackgroundJob("spinet-free", work: { parts.free() })
  }

  // MARK: Program changes

  /// A program change wants another sound: at once, or as soon as the patches are known.
  func choose(_ request: SoundRequest, at now: HostTime) {
    let parts = loader.choosePresets(request.parts, of: instrument, request.number)
    guard !parts.isEmpty else { return }
    reserve.waiting.append(SoundRequest(parts: parts, number: request.number))
    takeWaitingChanges(at: now)
  }

  private func takeWaitingChanges(at now: HostTime) {
    guard let programs = reserve.programs else { return }
    while !reserve.waiting.isEmpty {
      let request = reserve.waiting.removeFirst()
      do {
        let changed = try loader.change(
          request.parts, of: instrument, to: request.number, programs, spares: &reserve.engines)
        if let changed { change(to: changed, at: now) }
      } catch {
        logger.error("\(error)")
      }
    }
  }

  /// Orders engines when some are missing.
  private func fillReserve(at now: HostTime) {
    guard host.isRunning || !reserve.waiting.isEmpty, instrument.stage.scenes.isEmpty, !soundLoader.isBusy,
      now >= reserve.nextTry
    else { return }
    let missing = SoundReserve.size - reserve.engines.count
    if missing > 0 || reserve.programs == nil {
      soundLoader.add(.reserve(missing, readingPrograms: reserve.programs == nil))
    }
  }
}

/// Parts on their way to the thread that frees them.
private final class PartsToFree: @unchecked Sendable {
  // Sendable because only that thread uses it.
  private var parts: [LoadedPart]

  init(parts: [LoadedPart]) { self.parts = parts }

  func free() { parts = [] }
}
