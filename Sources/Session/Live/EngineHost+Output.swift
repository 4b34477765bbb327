import Logging
import SpinetDevices
import SpinetEngine
import SpinetLibrary
import SpinetRealtime
import SpinetWidgets
import SystemPackage

// The wanted card, and the card that plays while it is missing.
extension EngineHost {
  /// Changes to another card, rate or period. If that fails, the old card continues.
  func change(to new: OutputRequest, _ performer: Performer) throws(SpinetError) {
    let old = (request, choice)
    request = new
    request.isOnly = old.0.isOnly
    choice = OutputChoice(new.pcm, isOnly: request.isOnly)
    guard isRunning else { return }
    stop(performer)
    do {
      // If the card that is chosen now is missing, no other one replaces it.
      let output = try open(request(on: new.pcm))
      choice.arrive(at: output.format.pcm)
      try start(performer, ready: output)
      logger.info("engine started: \(description)")
    } catch {
      (request, choice) = old
      switchEngine(true, performer)
      throw error
    }
  }

  /// Opens a card. If the wanted card is missing, opens the one that replaces it.
  func openOutput(on pcm: String) throws(SpinetError) -> any AudioOutput {
    do {
      let output = try open(request(on: pcm))
      if choice.isWanted(pcm) { choice.arrive(at: output.format.pcm) }
      return output
    } catch {
      guard !requiresOutput || hasStarted else { throw error }
      for other in choice.standIns where other != pcm {
        guard let output = try? open(request(on: other)) else { continue }
        if choice.isWanted(pcm) { tellAbsence(error, playing: other) }
        return output
      }
      throw error
    }
  }

  /// The request for this card, with a period that suits the engine.
  func request(on pcm: String) -> OutputRequest {
    var request = request
    request.pcm = pcm
    request.channels = max(2, instrument.engine.outputCount)
    request.fitPeriod(to: instrument.engine.periodUnit)
    return request
  }

  /// Returns to the wanted card when another thread has opened it.
  func takeWantedOutput(_ status: OutputStatus, _ performer: Performer) {
    if let found = search?.takeOutcome() {
      search = nil
      if let found { takeBack(found, performer) }
    }
    guard search == nil, choice.shouldTry(status, at: .now) else { return }
    let (wanted, tryOpen) = (request(on: choice.wanted), tryOpen)
    let lost = if case .lost = status.state { status.pcm } else { "" }
    search = try? BackgroundJob("spinet-pcm") {
      var request = wanted
      request.pcm = PCMDescription.name(meantBy: wanted.pcm)
      return request.pcm == lost ? nil : tryOpen(request)
    }
  }

  private func takeBack(_ found: any AudioOutput, _ performer: Performer) {
    choice.arrive(at: found.format.pcm)
    stop(performer)
    switchEngine(true, performer, ready: found)
    if isRunning { return logger.info("\(found.format.pcm) is available") }
    // It was opened, but it does not play.
    instrument.sessionWidgets.running.set(1)
    switchEngine(true, performer, on: choice.standIns.first)
  }

  /// When `follow` must be called next; nil while the wanted card plays.
  var nextMoment: HostTime? {
    guard let status else { return nil }
    return search == nil ? choice.nextMoment(status) : .now.advanced(bySeconds: 0.02)
  }

  /// The PCM that plays while the wanted one is missing; nil otherwise.
  var standIn: String? { status.flatMap { choice.standIn(playing: $0.pcm) } }

  /// If the input cannot be opened, the instrument plays without it.
  func openInput(for format: OutputFormat) -> Capture? {
    guard let inputPCM = inputPCM ?? instrument.engine.inputFile?.string else { return nil }
    guard instrument.engine.takesInput else {
      logger.warning("input \(inputPCM): \(instrument.name) has no audio input")
      return nil
    }
    do {
      let input = try Capture(inputPCM, inputs: instrument.engine.inputCount, for: format)
      tellSilent(input)
      return input
    } catch {
      logger.error("\(error)")
      return nil
    }
  }

  /// Logs outputs for which the card has no channels.
  func tellUnheard(_ format: OutputFormat) {
    let outputs = instrument.engine.outputCount
    guard outputs > max(2, format.channels) else { return }
    let played = max(2, format.channels)
    logger.warning(
      "\(instrument.name): it has \(outputs) outputs; \(format.pcm) plays the first \(played); a rendered file has all"
    )
  }

  /// Logs inputs for which the card has no channels.
  private func tellSilent(_ input: Capture) {
    let (inputs, heard) = (input.inputs, input.heardInputs)
    guard inputs > heard else { return }
    logger.warning(
      "\(instrument.name): it has \(inputs) inputs; \(input.pcm) records the first \(heard); the others are silent"
    )
  }

  func tellAbsence(_ error: SpinetError, playing other: String) {
    logger.warning("\(error)")
    let place = other == OutputRequest.noPCM ? "nowhere" : "on \(other)"
    logger.warning("until \(choice.wanted) can be opened, Spinet plays \(place)")
  }

  func tellReturn(to pcm: String) {
    guard choice.standIn(playing: pcm) != nil else { return logger.info("\(pcm) is back") }
    logger.info("until \(choice.wanted) is back, Spinet plays on \(pcm)")
  }
}
