import SpinetDevices
import SpinetLibrary
import SpinetRealtime
import SpinetWidgets

extension EngineHost {
  /// Plays on another card, or with another rate or period. If that fails, the old one plays on.
  func change(to new: OutputRequest, _ bridge: Bridge) throws(SpinetError) {
    let old = request
    request = new
    guard isRunning else { return }
    restart(bridge, on: new.pcm)
    guard !isRunning, let failure else { return }
    request = old
    instrument.own.running.set(1)
    switchEngine(true, bridge)
    throw failure
  }
}
