#if Csound
  /// Something that takes part in a performance: it gives Csound values before each control block and gets
  /// values after it. The CsoundBinding of Csound for iOS.
  ///
  /// A binding lives on while nothing plays; what it got in `setup` is void after `cleanup`.
  public protocol CsoundBinding: AnyObject, Sendable {
    /// Once a performance, before its first control block: the place to ask for channels. [control-thread]
    func setup(_ csound: CsoundObj)
    /// After the last control block, or when it is removed. [control-thread]
    func cleanup()
    /// Before each control block; must not wait or allocate. [audio-thread]
    func updateValuesToCsound()
    /// After each control block; must not wait or allocate. [audio-thread]
    func updateValuesFromCsound()
  }

  extension CsoundBinding {
    public func cleanup() {}
    public func updateValuesToCsound() {}
    public func updateValuesFromCsound() {}
  }
#endif
