#if Csound
  /// The bindings of a performance at one time.
  final class BindingList: @unchecked Sendable {
    // Sendable because nothing of it changes.
    private let bindings: [any CsoundBinding]
    private let ties: UnsafeMutableBufferPointer<ChannelTie>
    /// Those that somebody else has written.
    private let others: [any CsoundBinding]

    init(_ bindings: [any CsoundBinding]) {
      self.bindings = bindings
      let ties = bindings.compactMap { ($0 as? any TiedBinding)?.tie }
      self.ties = .allocate(capacity: ties.count)
      _ = self.ties.initialize(from: ties)
      others = bindings.filter { !($0 is any TiedBinding) }
    }

    deinit { ties.deallocate() }

    /// Before a control block; what others have written comes last, and counts. [audio-thread]
    func putIntoChannels() {
      putTies()
      for index in others.indices { others[index].updateValuesToCsound() }
    }

    /// After a control block. [audio-thread]
    func takeFromChannels() {
      takeTies()
      for index in others.indices { others[index].updateValuesFromCsound() }
    }

    @_noLocks private func putTies() {
      for index in 0..<ties.count { ties[index].putIntoChannel() }
    }

    @_noLocks private func takeTies() {
      for index in 0..<ties.count { ties[index].takeFromChannel() }
    }
  }
#endif
