import SpinetRealtime

/// Takes part in a performance: passes values to Csound before each control block and gets values after it. It
/// corresponds to CsoundBinding of Csound for iOS.
///
/// A binding outlives performances. Pointers that it got in `setup` are invalid after `cleanup`. `setup` and `cleanup`
/// never run at the same time as an update, so what they share with the updates needs no lock: a class that is `final`
/// says so with `nonisolated(unsafe) var`.
///
/// A `CsoundObj` keeps its bindings alive. A binding that has its `CsoundObj` holds it weakly.
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

// Most bindings need only some of the calls.
extension CsoundBinding {
  /// Does nothing.
  public func cleanup() {}
  /// Does nothing. [audio-thread]
  public func updateValuesToCsound() {}
  /// Does nothing. [audio-thread]
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
    guard !others.isEmpty else { return }
    AudioThreadCall.begin()
    for index in others.indices { others[index].updateValuesToCsound() }
    AudioThreadCall.end()
  }

  /// Called after a control block. [audio-thread]
  func readChannels() {
    readConnections()
    guard !others.isEmpty else { return }
    AudioThreadCall.begin()
    for index in others.indices { others[index].updateValuesFromCsound() }
    AudioThreadCall.end()
  }

  @_noLocks private func putConnections() {
    for index in 0..<connections.count { connections[index].putIntoChannel() }
  }

  @_noLocks private func readConnections() {
    for index in 0..<connections.count { connections[index].readChannel() }
  }
}
