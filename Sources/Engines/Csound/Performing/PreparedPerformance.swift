import SpinetRealtime

/// Owns an engine's performance, as `PreparedPlayer` owns the player of other engines: `prepare` replaces it and
/// `render` uses it.
package struct PreparedPerformance: ~Copyable {
  /// Nil before the first `prepare` and after `forget`. [control-thread]
  package private(set) var performance: Performance?
  // The audio thread reads only this address, which needs no exclusivity check and counts no references.
  private var renderer: UnsafeMutablePointer<PerformanceRenderer>?

  package init() {}

  /// Frees the current performance, then makes a new one. [control-thread] [not-rendering]
  package mutating func prepare(_ make: () throws(SpinetError) -> Performance) throws(SpinetError) {
    forget()
    let made = try make()
    performance = made
    renderer = made.renderer
  }

  /// Frees the performance. [control-thread] [not-rendering]
  package mutating func forget() {
    renderer = nil
    performance = nil
  }

  /// Lets the performance fill `block`; without one it is silent. [audio-thread]
  @_noLocks package func render(_ block: AudioBlock) {
    guard let renderer else { return block.silence() }
    renderer.pointee.render(block)
  }
}
