import Logging
import SpinetLibrary
import SpinetMapping
import SpinetMixer
import SpinetRealtime
import SpinetStage
import SpinetWidgets

/// Engines that are ready for the next program changes, and the program changes that wait for one.
struct SoundReserve {
  private(set) var programs: ProgramTable?
  /// Whether patches have changed since another thread began to read the table.
  private var isOutdated = false
  var engines: [MixerPart] = []
  var waiting: [SoundRequest] = []
  /// When engines are ordered again after a failure.
  var nextTry = HostTime(nanoseconds: 0)

  /// The number of spare engines. If more parts change one after the other, control has to make an engine itself, which
  /// takes 2 ms. Each spare engine needs 2 MB.
  static let size = 3
  static let secondsBetweenTries = 30.0

  /// Call it when the patches have changed.
  ///
  /// - Parameter isReading: whether another thread may be reading the old patches.
  mutating func forgetPrograms(isReading: Bool) {
    programs = nil
    isOutdated = isReading
  }

  /// - Parameter programs: the table that has just been read; nil if it was not.
  mutating func take(_ programs: ProgramTable?) {
    self.programs = isOutdated ? nil : programs ?? self.programs
    isOutdated = false
  }
}

// Changing sounds while the instrument plays. Other threads read the files and prepare the engines.
extension LiveSession {
  /// Loads another instrument. The client waits for the answer.
  func load(_ name: String, for client: Int32) { soundLoader.add(.load(name, client: client)) }

  /// Begins the next order, and plays sounds that have been loaded.
  func advanceSounds(at now: HostTime) {
    if let (order, outcome, begin) = soundLoader.takeOutcome() { take(outcome, of: order, begin, at: now) }
    freeDiscarded()
    fillReserve(at: now)
    do {
      try soundLoader.begin(loader, for: host.isRunning ? instrument.mixer?.format : nil)
    } catch {
      logger.error(error)
    }
  }

  /// - Parameter begin: when reading the files began.
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
      }
    } catch {
      report(error, of: order, at: now)
    }
  }

  private func report(_ error: SpinetError, of order: SoundLoader.Order, at now: HostTime) {
    switch order {
    case .load(_, let client?): reply([RemoteRefusal(loading: error).line], to: client)
    case .reserve:
      reserve.waiting.removeAll()
      reserve.nextTry = now.advanced(bySeconds: SoundReserve.secondsBetweenTries)
      logger.error(error)
    case .load, .reload, .program: logger.error(error)
    }
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

  /// Replaces a program by its saved version. Held notes ring out in the old one.
  private func play(
    _ fresh: LoadedPart, as order: SoundLoader.Order, _ begin: FileStamp.Moment, at now: HostTime
  ) throws(SpinetError) {
    guard case .program(_, _, let number) = order,
      let index = instrument.parts.firstIndex(where: { $0.number == number })
    else { return discarded.append(fresh) }
    let part = instrument.parts[index].playing(fresh)
    let new = try LoadedInstrument(instrument, with: part, at: index)
    change(to: new, begin, at: now, isSame: true)
    logger.info("\(part.sound.name): the program was read again")
  }

  private func instrument(with stage: LoadedStage) throws(SpinetError) -> LoadedInstrument {
    try LoadedInstrument(stage, after: instrument)
  }

  /// Changes the parts. The next note is played by the new ones.
  ///
  /// - Parameters:
  ///   - moment: when reading their files began.
  ///   - isSame: whether it is the same instrument, with a file that was saved.
  private func change(
    to new: LoadedInstrument, _ moment: FileStamp.Moment = .now, at now: HostTime, isSame: Bool = false
  ) {
    if !isSame {
      retireState()
      setAtStart = [:]
    }
    activeMappings.change(to: new)
    performer.change(to: new, mappings: activeMappings.mappings, at: now)
    handle.show(new)
    partFiles = PartFiles(of: new, readAt: moment)
    isSame ? stateAutosaver?.follow(new) : changeState(to: new)
    host.restartIfNeeded()
    keepJournal()
    watchFiles(at: now)
    logger.info("playing \(new.name)")
    tellMemory()
  }

  /// Logs the memory of the prepared parts, if there are several.
  func tellMemory() {
    guard instrument.parts.count > 1, host.isRunning else { return }
    ResidentMemory.remark("\(instrument.parts.count) parts").map { logger.info("\($0)") }
  }

  /// - Parameter added: the number of engines that have just been prepared.
  private func tellReserve(_ added: Int) {
    guard added > 0, logger.logLevel <= .debug else { return }
    let engines = "\(reserve.engines.count) engines for program changes"
    ResidentMemory.remark(engines).map { logger.debug("\($0)") }
  }

  /// Frees engines that have rung out on another thread, because that may take time.
  private func freeDiscarded() {
    if freeing?.takeOutcome() != nil { freeing = nil }
    guard freeing == nil, !discarded.isEmpty else { return }
    let parts = PartsToFree(parts: discarded)
    discarded = []
    freeing = try? BackgroundJob("spinet-free", work: { parts.free() })
  }

  // MARK: Program changes

  /// Changes to the sound of a program change, at once or as soon as the patches are known.
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
        logger.error(error)
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

/// Parts for the thread that frees them.
private final class PartsToFree: @unchecked Sendable {
  // Sendable because only that thread uses it.
  private var parts: [LoadedPart]

  init(parts: [LoadedPart]) { self.parts = parts }

  func free() { parts = [] }
}
