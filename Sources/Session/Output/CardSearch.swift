import Logging
import SpinetDevices
import SpinetEngine
import SpinetLibrary
import SpinetRealtime

/// Which card plays: the wanted one whenever it can be opened, and another one only while it cannot.
///
/// `request` and `choice` always name the same card, and at most one other thread tries to open it. It starts nothing:
/// it hands over outputs that are open. [control-thread]
struct CardSearch {
  private(set) var request: OutputRequest
  private var choice: OutputChoice
  /// Whether the wanted card must be there at the first start.
  private let isRequired: Bool
  /// Whether cards are opened at all.
  private let playsSound: Bool
  private let surroundings: Surroundings
  private let logger: Logger
  /// A thread that tries to open the wanted card.
  private var attempt: BackgroundJob<(any AudioOutput)?>?

  /// - Parameter surroundings: the cards, the time, and who tries to open the wanted card.
  init(_ options: PlayOptions, logger: Logger, in surroundings: Surroundings) {
    request = OutputRequest(options)
    choice = OutputChoice(options.pcm, isOnly: options.staysOnPCM)
    (isRequired, playsSound) = (options.requiresPorts, options.playsSound)
    (self.logger, self.surroundings) = (logger, surroundings)
  }

  /// The card that was asked for.
  var wanted: String { choice.wanted }

  /// Opens a card. If it is the wanted one and is missing, opens the one that replaces it.
  ///
  /// - Parameters:
  ///   - pcm: nil for the wanted one.
  ///   - isFirst: whether nothing has played yet, so that a card that is required must be there.
  mutating func open(
    _ pcm: String? = nil, for engine: any SoundEngine, isFirst: Bool
  ) throws(SpinetError) -> any AudioOutput {
    guard playsSound else { throw Self.soundless("engine") }
    let pcm = pcm ?? request.pcm
    do {
      let output = try surroundings.open(request(on: pcm, for: engine))
      if choice.isWanted(pcm) { choice.arrive(at: output.format.pcm) }
      return output
    } catch {
      guard !isRequired || !isFirst else { throw error }
      for other in choice.standIns where other != pcm {
        guard let output = try? surroundings.open(request(on: other, for: engine)) else { continue }
        if choice.isWanted(pcm) { tellAbsence(error, playing: other) }
        return output
      }
      throw error
    }
  }

  /// Refuses what needs sound, where none is played.
  static func soundless(_ what: String) -> SpinetError {
    SpinetError(
      .notApplicable, what: what, why: "this instrument plays no sound itself", remedy: "start one that does")
  }

  /// Wants another card, rate or period.
  ///
  /// - Returns: what was wanted before, for `restore`.
  mutating func want(_ new: OutputRequest) -> CardSearch {
    let old = self
    request = new
    request.isOnly = old.request.isOnly
    choice = OutputChoice(new.pcm, isOnly: request.isOnly)
    return old
  }

  /// Opens the wanted card and no other one in its place, because a person has chosen it now.
  mutating func openWanted(for engine: any SoundEngine) throws(SpinetError) -> any AudioOutput {
    let output = try surroundings.open(request(on: request.pcm, for: engine))
    choice.arrive(at: output.format.pcm)
    return output
  }

  /// The request for this card, with a period that suits the engine.
  private func request(on pcm: String, for engine: any SoundEngine) -> OutputRequest {
    var request = request
    request.pcm = pcm
    request.channels = max(2, engine.outputCount)
    request.fitPeriod(to: engine.periodUnit)
    return request
  }

  // MARK: Looking for the wanted card

  /// Returns the wanted card when another thread has opened it, and lets that thread try when it is time.
  mutating func find(while status: OutputStatus, for engine: any SoundEngine) -> (any AudioOutput)? {
    var found: (any AudioOutput)?
    if let outcome = attempt?.popOutcome() {
      attempt = nil
      found = outcome
    }
    if let found { choice.arrive(at: found.format.pcm) }
    if found == nil, attempt == nil, choice.shouldTry(status, at: surroundings.clock.now) {
      attempt = tryWanted(status, engine)
    }
    return found
  }

  private func tryWanted(
    _ status: OutputStatus, _ engine: any SoundEngine
  ) -> BackgroundJob<(any AudioOutput)?>? {
    let (wanted, tryOpen) = (request(on: choice.wanted, for: engine), surroundings.tryOpen)
    let lost = if case .lost = status.state { status.pcm } else { "" }
    return try? BackgroundJob("spinet-pcm", on: surroundings.worker) {
      var request = wanted
      request.pcm = PCMDescription.name(meantBy: wanted.pcm)
      return request.pcm == lost ? nil : tryOpen(request)
    }
  }

  /// Forgets an attempt that has not ended, because nothing plays.
  mutating func endAttempt() { attempt = nil }

  /// When `find` must be called next; nil while the wanted card plays.
  func nextMoment(_ status: OutputStatus) -> HostTime? {
    attempt == nil ? choice.nextMoment(status) : surroundings.clock.now.advanced(bySeconds: 0.02)
  }

  /// The PCM that plays while the wanted one is missing; nil while the wanted one plays.
  func standIn(playing pcm: String) -> String? { choice.standIn(playing: pcm) }

  /// The first PCM to open in place of the wanted one.
  var firstStandIn: String? { choice.standIns.first }

  private func tellAbsence(_ error: SpinetError, playing other: String) {
    logger.warning(error)
    let place = other == OutputRequest.noPCM ? "nowhere" : "on \(other)"
    logger.warning("until \(wanted) can be opened, Spinet plays \(place)")
  }
}

extension OutputRequest {
  fileprivate init(_ options: PlayOptions) {
    self.init(
      pcm: options.pcm, framesPerSecond: Int(options.framesPerSecond), periodFrames: options.periodFrames,
      periods: options.periods)
    neverRests = options.neverRests
    isOnly = options.staysOnPCM
  }
}
