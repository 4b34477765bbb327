#if Csound
  import CCsound
  import CsoundEngine
  import Synchronization

  extension CsoundObj {
    /// Takes part in this performance and all to come; once is enough.
    public func addBinding(_ binding: any CsoundBinding) {
      let isPlaying = state.withLock { state in
        guard !state.bindings.contains(where: { $0 === binding }) else { return false }
        state.bindings.append(binding)
        return state.engine != nil
      }
      guard isPlaying else { return }
      binding.setup(self)
      showBindings()
    }

    /// Takes part no more; it is cleaned up if something plays. Also inside its own `cleanup`.
    public func removeBinding(_ binding: any CsoundBinding) {
      let isPlaying = state.withLock { state in
        guard state.bindings.contains(where: { $0 === binding }) else { return false }
        state.bindings.removeAll { $0 === binding }
        return state.engine != nil
      }
      guard isPlaying else { return }
      showBindings()
      binding.cleanup()
    }

    /// The audio thread's list becomes what it is now.
    private func showBindings() {
      let (engine, bindings) = state.withLock { ($0.engine, $0.bindings) }
      engine?.bindings.replace(with: BindingList(bindings))
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
