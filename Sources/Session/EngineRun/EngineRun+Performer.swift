import SpinetRealtime

extension EngineRun {
  /// Lets a performer play the engine.
  package func attach(to performer: Performer, at time: HostTime) { performer.attach(attach(), at: time) }

  /// The performer plays no engine from now on. Widgets, keys and pedals keep their state.
  package func detach(_ performer: Performer, at time: HostTime) { performer.attach(nil, at: time) }
}
