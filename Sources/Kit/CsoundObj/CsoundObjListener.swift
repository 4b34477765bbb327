import SpinetCsound

/// Receives the beginning and the end of performances, and Csound's messages.
///
/// The calls come from the performance's own thread, or from the caller of `record(_:toFile:)`. From inside
/// them `stop` and `play` may be called; they do not wait for other listeners.
public protocol CsoundObjListener: AnyObject, Sendable {
  /// The first control block has been performed, and the sound begins.
  func csoundObjStarted(_ csound: CsoundObj)
  /// It was stopped or has reached its end; nothing sounds any more.
  func csoundObjCompleted(_ csound: CsoundObj)
  /// One line of Csound's output, with its severity.
  func csoundObj(_ csound: CsoundObj, said message: CsoundMessage)
}

extension CsoundObjListener {
  /// Does nothing.
  public func csoundObjStarted(_ csound: CsoundObj) {}
  /// Does nothing.
  public func csoundObjCompleted(_ csound: CsoundObj) {}
  /// Does nothing.
  public func csoundObj(_ csound: CsoundObj, said message: CsoundMessage) {}
}
