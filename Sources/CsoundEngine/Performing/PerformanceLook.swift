#if Csound
  /// One look after another at a performance, from beside it: hands on what Csound says, and tells when a
  /// control block does not come to its end.
  package struct PerformanceLook {
    private let file: String
    private let instance: CsoundInstance
    private let busy: BusyClock
    private var isTold = false

    private static let longestBlockSeconds = 1.0

    package init(_ performance: Performance) {
      file = performance.instance.document.file
      instance = performance.instance
      busy = performance.performer.pointee.busy
    }

    package mutating func look(_ log: (String) -> Void) {
      instance.takeMessages().forEach(log)
      let isBusy = busy.busySeconds > Self.longestBlockSeconds
      if isBusy, !isTold {
        log("\(file): a control block takes longer than a second; is there a loop without an end in it?")
      }
      isTold = isBusy
    }

    /// The last look, when nothing is performed any more.
    package mutating func finish(_ log: (String) -> Void) {
      look(log)
      instance.repeatedMessages().forEach(log)
    }
  }
#endif
