import SpinetRealtime

/// Takes part in a performance: passes values to Csound before each control block and gets values after it. It
/// corresponds to CsoundBinding of Csound for iOS.
///
/// A binding outlives performances. Pointers that it got in `setup` are invalid after `cleanup`.
public protocol CsoundBinding: AnyObject, Sendable {
  /// Called once per performance, before its first control block. Ask for channels here.
  func setup(_ csound: CsoundObj)
  /// Called after the last control block, or when the binding is removed; never on the audio thread.
  func cleanup()
  /// Called before each control block; must not wait or allocate. [audio-thread]
  func updateValuesToCsound()
  /// Called after each control block; must not wait or allocate. [audio-thread]
  func updateValuesFromCsound()
}

extension CsoundBinding {
  public func cleanup() {}
  public func updateValuesToCsound() {}
  public func updateValuesFromCsound() {}
}

/// The bindings of a performance at one moment; a change makes a new list.
final class BindingList: @unchecked Sendable {
  // Sendable because nothing in it changes.
  private let connections: FixedBuffer<ChannelConnection>
  /// Bindings of other types, which are called one by one.
  private let others: [any CsoundBinding]
  /// Keeps the objects alive that the connections point to.
  private let bindings: [any CsoundBinding]

  init(_ bindings: [any CsoundBinding], of csound: CsoundObj) {
    self.bindings = bindings
    let connections = bindings.compactMap { ($0 as? any ConnectedBinding)?.connection(to: csound) }
    self.connections = FixedBuffer(count: connections.count) { connections[$0] }
    others = bindings.filter { !($0 is any ConnectedBinding) }
  }

  /// Called before a control block. The bindings of other types are called last, so their values win.
  /// [audio-thread]
  func putIntoChannels() {
    putConnections()
    for index in others.indices { others[index].updateValuesToCsound() }
  }

  /// Called after a control block. [audio-thread]
  func takeFromChannels() {
    takeConnections()
    for index in others.indices { others[index].updateValuesFromCsound() }
  }

  @_noLocks private func putConnections() {
    for index in 0..<connections.count { connections[index].putIntoChannel() }
  }

  @_noLocks private func takeConnections() {
    for index in 0..<connections.count { connections[index].takeFromChannel() }
  }
}
