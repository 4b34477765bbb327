#if Csound
  import CCsound
  import CsoundEngine
  import Synchronization

  extension CsoundObj {
    /// Takes part in this performance and all to come; once is enough.
    public func addBinding(_ binding: any CsoundBinding) {
      let engine = state.withLock { state in
        guard !state.bindings.contains(where: { $0 === binding }) else { return nil as BoundEngine? }
        state.bindings.append(binding)
        return state.engine
      }
      guard let engine else { return }
      setUp(binding, for: engine)
      showBindings()
    }

    /// The binding takes part in what plays, unless that has ended or it has been removed meanwhile.
    func setUp(_ binding: any CsoundBinding, for engine: BoundEngine) {
      binding.setup(self)
      state.withLock { state in
        guard state.engine === engine, state.bindings.contains(where: { $0 === binding }) else { return }
        state.readyBindings.append(binding)
      }
    }

    /// Takes part no more; it is cleaned up if something plays. Also inside its own `cleanup`.
    public func removeBinding(_ binding: any CsoundBinding) {
      let isPlaying = state.withLock { state in
        guard state.bindings.contains(where: { $0 === binding }) else { return false }
        state.bindings.removeAll { $0 === binding }
        state.readyBindings.removeAll { $0 === binding }
        return state.engine != nil
      }
      guard isPlaying else { return }
      showBindings()
      binding.cleanup()
    }

    /// The audio thread's list becomes what it is now; one at a time, or an older one might come last.
    func showBindings() {
      showing.withLock { _ in
        let (engine, bindings) = state.withLock { ($0.engine, $0.readyBindings) }
        engine?.bindings.replace(with: BindingList(bindings))
      }
    }

    func showNoBindings(to engine: BoundEngine) {
      showing.withLock { _ in engine.bindings.replace(with: nil) }
    }

    /// What a channel carries.
    public enum ChannelType: Sendable {
      /// One value.
      case control
      /// As many samples as a control block has.
      case audio
    }

    /// The place of a channel that Csound reads (getInputChannelPtr); nil when nothing plays or the channel has
    /// another type. It is void after the performance.
    public func inputChannel(_ name: String, _ type: ChannelType = .control) -> UnsafeMutablePointer<Double>?
    {
      channel(name, type, isOutput: false)
    }

    /// The place of a channel that Csound writes (getOutputChannelPtr); as `inputChannel`.
    public func outputChannel(_ name: String, _ type: ChannelType = .control) -> UnsafeMutablePointer<Double>?
    {
      channel(name, type, isOutput: true)
    }

    private func channel(_ name: String, _ type: ChannelType, isOutput: Bool) -> UnsafeMutablePointer<Double>?
    {
      withInstance { instance in
        Place(
          instance.channel(
            name, type == .audio ? CSOUND_AUDIO_CHANNEL : CSOUND_CONTROL_CHANNEL, isOutput: isOutput))
      }?.pointer
    }

    // Sendable because it is an address; what is done with it is its user's matter.
    private struct Place: @unchecked Sendable {
      let pointer: UnsafeMutablePointer<Double>?
      init(_ pointer: UnsafeMutablePointer<Double>?) { self.pointer = pointer }
    }
  }
#endif
