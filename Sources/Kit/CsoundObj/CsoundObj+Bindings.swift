import SpinetCsound
import Synchronization

extension CsoundObj {
  /// The binding takes part in this performance and in all later ones. Adding it twice changes nothing.
  public func addBinding(_ binding: any CsoundBinding) {
    guard mayWait(for: .addBinding) else { return }
    let engine = state.withLock { state in
      guard !state.bindings.contains(where: { $0 === binding }) else { return nil as CsoundObjEngine? }
      state.bindings.append(binding)
      return state.engine
    }
    guard let engine else { return }
    setUp(binding, for: engine)
    showBindings()
  }

  /// The binding joins the performance, if both still exist.
  func setUp(_ binding: any CsoundBinding, for engine: CsoundObjEngine) {
    binding.setup(self)
    state.withLock { state in
      guard state.engine === engine, state.bindings.contains(where: { $0 === binding }) else { return }
      state.readyBindings.append(binding)
    }
  }

  /// The binding no longer takes part; it is cleaned up if something plays. May be called inside its own
  /// `cleanup`.
  public func removeBinding(_ binding: any CsoundBinding) {
    guard mayWait(for: .removeBinding) else { return }
    let isPlaying = state.withLock { state in
      guard state.bindings.contains(where: { $0 === binding }) else { return false }
      state.bindings.removeAll { $0 === binding }
      state.readyBindings.removeAll { $0 === binding }
      return state.engine != nil
    }
    guard isPlaying else { return }
    showBindings()
    cleanUp(binding)
  }

  /// Cleans up a binding that has left. If it is connected to another performance, it stays connected there.
  func cleanUp(_ binding: any CsoundBinding) {
    guard let connected = binding as? any ConnectedBinding else { return binding.cleanup() }
    connected.disconnect(from: self)
  }

  /// Cleans up the bindings of the performance that has ended. A binding may begin the next performance: the others
  /// are cleaned up before it. Call it inside `transition`.
  func cleanUpLeaving() {
    while let binding = state.withLock({ $0.leavingBindings.popFirst() }) { cleanUp(binding) }
  }

  /// Gives the audio thread the current list. The lock keeps an older list from coming last.
  func showBindings() {
    listing.withLock { _ in
      let (engine, bindings) = state.withLock { ($0.engine, $0.readyBindings) }
      engine?.bindings.replace(with: BindingList(bindings, of: self))
    }
  }

  func showNoBindings(to engine: CsoundObjEngine) {
    listing.withLock { _ in engine.bindings.replace(with: nil) }
  }

  /// What a channel carries.
  public enum ChannelType: Sendable {
    /// One value.
    case control
    /// As many samples as a control block has frames.
    case audio
  }

  /// The memory of a channel that Csound reads (getInputChannelPtr); nil when nothing plays or the channel has
  /// another type. It is invalid after the performance.
  public func inputChannel(_ name: String, _ type: ChannelType = .control) -> UnsafeMutablePointer<Double>? {
    channel(name, type, isOutput: false)
  }

  /// The memory of a channel that Csound writes (getOutputChannelPtr); otherwise as `inputChannel`.
  public func outputChannel(_ name: String, _ type: ChannelType = .control) -> UnsafeMutablePointer<Double>? {
    channel(name, type, isOutput: true)
  }

  /// The memory of a channel that carries text; nil when nothing plays or the channel has another type.
  func textChannel(_ name: String) -> UnsafeMutablePointer<Double>? {
    withInstance { $0.channel(name, .text, isOutput: true) } ?? nil
  }

  private func channel(_ name: String, _ type: ChannelType, isOutput: Bool) -> UnsafeMutablePointer<Double>? {
    withInstance { $0.channel(name, type == .audio ? .audio : .control, isOutput: isOutput) } ?? nil
  }
}

extension Array {
  fileprivate mutating func popFirst() -> Element? { isEmpty ? nil : removeFirst() }
}
