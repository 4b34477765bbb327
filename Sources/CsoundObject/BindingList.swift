#if Csound
  /// The bindings of a performance at one time.
  final class BindingList: Sendable {
    let bindings: [any CsoundBinding]

    init(_ bindings: [any CsoundBinding]) { self.bindings = bindings }
  }
#endif
