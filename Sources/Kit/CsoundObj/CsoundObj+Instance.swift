import CCsound
import SpinetCsound
import SpinetDevices
import SpinetEngine
import SpinetMIDI
import SpinetRealtime
import Synchronization

extension CsoundObj {
  /// Calls `body` with the instance, which stays alive until it returns; nil when nothing plays.
  func withInstance<Answer, Failure>(
    _ body: (CsoundInstance) throws(Failure) -> Answer
  ) throws(Failure) -> Answer? {
    guard let performance = state.withLock({ $0.engine?.performance }) else { return nil }
    defer { withExtendedLifetime(performance) {} }
    return try body(performance.instance)
  }

  private func needInstance<Answer>(
    for what: String, _ body: (CsoundInstance) throws(SpinetError) -> Answer
  ) throws(SpinetError) -> Answer {
    guard let answer = try withInstance(body) else {
      throw Self.nothingPlays(what)
    }
    return answer
  }

  /// Sends score lines, which begin at once (sendScore:).
  public func sendScore(_ score: String) throws(SpinetError) {
    try needInstance(for: "sendScore") { cs_csoundInputMessage($0.csound, score) }
  }

  /// Compiles additional orchestra code while it plays (updateOrchestra:). Instruments of the same name are replaced;
  /// sounding notes continue. A text that does not compile changes nothing.
  ///
  /// - Throws: Csound's own message with its line in the text.
  public func updateOrchestra(_ orchestra: String) throws(SpinetError) {
    try checkThread(of: .updateOrchestra)
    guard let engine = state.withLock({ $0.engine }), let performance = engine.performance else {
      throw Self.nothingPlays("updateOrchestra")
    }
    try engine.compile(orchestra, from: "updateOrchestra", in: performance)
  }

  /// Sends a MIDI message to a performance that takes MIDI; system exclusive is ignored.
  public func send(_ message: MIDIMessage) throws(SpinetError) {
    let run = state.withLock { $0.engine?.noteInput == .midi ? $0.run : nil }
    guard let run else {
      throw SpinetError(
        .engineStopped, what: "send", why: "nothing plays that takes MIDI",
        remedy: "set midiInEnabled and play")
    }
    guard let short = ShortMessage(bytes: message.bytes) else { return }
    guard run.send(short) else {
      throw SpinetError(
        .limitReached, what: "send", why: "4,096 messages are waiting already", remedy: "send it again later")
    }
  }

  /// Frames in a control block (getKsmps); nil when nothing plays.
  public var ksmps: Int? { withInstance { $0.blockFrames } }
  /// Frames in a period of the card; nil when nothing plays on one.
  public var periodFrames: Int? { state.withLock { $0.run?.run.format.periodFrames } }
  /// Channels of the output (getNumChannels); nil when nothing plays.
  public var channelCount: Int? { withInstance { $0.channelCount } }
  /// The value of full scale (0dbfs); nil when nothing plays.
  public var fullScale: Double? { withInstance { $0.fullScale } }
  /// Frames per second; nil when nothing plays.
  public var framesPerSecond: Double? { withInstance { $0.framesPerSecond } }

  /// Gives `work` the CSOUND instance itself (getCsound), which stays alive until it returns; nil when nothing
  /// plays.
  public func withCsound<Answer, Failure>(
    _ work: (OpaquePointer) throws(Failure) -> Answer
  ) throws(Failure) -> Answer? {
    try withInstance { instance throws(Failure) in try work(instance.csound) }
  }

  /// A copy of a function table; nil when nothing plays or there is no such table.
  public func table(_ number: Int) -> [Double]? {
    withInstance { instance in
      let count = Int(cs_csoundTableLength(instance.csound, Int32(clamping: number)))
      guard count > 0 else { return nil }
      return [Double](unsafeUninitializedCapacity: count) { buffer, initialized in
        cs_csoundTableCopyOut(instance.csound, Int32(clamping: number), buffer.baseAddress)
        initialized = count
      }
    } ?? nil
  }

  /// Fills a function table between two control blocks, while instruments read it.
  public func setTable(_ number: Int, _ values: [Double]) throws(SpinetError) {
    try needInstance(for: "setTable") { instance throws(SpinetError) in
      let count = Int(cs_csoundTableLength(instance.csound, Int32(clamping: number)))
      guard count > 0, count == values.count else {
        throw SpinetError(
          .programRefused, what: "table \(number)",
          why: count > 0 ? "it holds \(count) values, not \(values.count)" : "there is no such table",
          remedy: "give it as many values as it holds")
      }
      var values = values
      cs_csoundTableCopyIn(instance.csound, Int32(clamping: number), &values)
    }
  }
}
