#if Csound
  /// One look after another at a performance, from beside it: hands on what Csound says.
  package struct PerformanceLook {
    private let instance: CsoundInstance

    package init(_ performance: Performance) { instance = performance.instance }

    package func look(_ log: (String) -> Void) { instance.takeMessages().forEach(log) }

    /// The last look, when nothing is performed any more.
    package func finish(_ log: (String) -> Void) {
      look(log)
      instance.repeatedMessages().forEach(log)
    }
  }
#endif
