import Logging
import SpinetDevices
import SpinetEngine
import SpinetLibrary
import SpinetRealtime
import SystemPackage

/// The audio input of the engine that plays. It is open only while a run uses it, and what happens to its device is
/// told once. [control-thread]
struct LiveInput {
  /// A PCM or a sound file; nil for what the program names itself.
  private let wanted: String?
  private let openInput: (String, Int, OutputFormat) throws(SpinetError) -> Capture
  private let logger: Logger
  private var capture: Capture?
  private var report = InputReport()

  init(_ wanted: String?, in surroundings: Surroundings = Surroundings(), logger: Logger) {
    (self.wanted, openInput) = (wanted, surroundings.openInput)
    self.logger = logger
  }

  /// Opens it for an instrument. If that is not possible, the instrument plays without it.
  mutating func open(for instrument: LoadedInstrument, _ format: OutputFormat) -> Capture? {
    guard let name = wanted ?? instrument.engine.inputFile?.string else { return nil }
    guard instrument.engine.takesInput else {
      logger.warning(
        SpinetError(
          .inputUnused, setting: .input, what: name, why: "\(instrument.name) has no audio input",
          remedy: Remedy(.nothing)))
      return nil
    }
    do {
      let opened = try openInput(name, instrument.engine.inputCount, format)
      tellSilent(opened, of: instrument.name)
      capture = opened
    } catch {
      logger.error(error)
    }
    return capture
  }

  /// Closes it when the run has ended.
  mutating func close() {
    capture?.stop()
    if let capture, capture.dropouts > 0 {
      logger.warning("\(capture.pcm): the input had \(capture.dropouts) gaps")
    }
    leave()
  }

  /// Leaves it open to a run that could not be ended.
  mutating func leave() {
    capture = nil
    report = InputReport()
  }

  /// Whether an instrument has more inputs than are open.
  func isTooSmall(for instrument: LoadedInstrument) -> Bool {
    let hasSource = wanted != nil || instrument.engine.inputFile != nil
    return hasSource && instrument.engine.inputCount > (capture?.inputs ?? 0)
  }

  /// Reports a device that was lost or is back.
  mutating func tell() {
    guard let capture, let news = report.news(of: capture.pcm, capture.state) else { return }
    logger.log(level: news.level, "\(news.text)")
  }

  /// Logs inputs for which the card has no channels.
  private func tellSilent(_ input: Capture, of name: String) {
    let (inputs, heard) = (input.inputs, input.heardInputs)
    guard inputs > heard else { return }
    logger.warning(
      "\(name): it has \(inputs) inputs; \(input.pcm) records the first \(heard); the others are silent")
  }
}
