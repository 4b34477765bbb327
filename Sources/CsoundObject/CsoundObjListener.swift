#if Csound
  /// Hears of a performance's beginning and end, on a thread of the performance's own.
  public protocol CsoundObjListener: AnyObject, Sendable {
    func csoundObjStarted(_ csound: CsoundObj)
    /// It was stopped or has come to its end by itself; nothing sounds any more.
    func csoundObjCompleted(_ csound: CsoundObj)
  }

  extension CsoundObjListener {
    public func csoundObjStarted(_ csound: CsoundObj) {}
    public func csoundObjCompleted(_ csound: CsoundObj) {}
  }
#endif
