import SpinetDevices
import SpinetRealtime
import SpinetSession

extension Surroundings {
  /// Those of a session in a world, but for a microphone.
  ///
  /// - Parameter hasTurned: called when control has done its turn.
  init(
    in world: World, _ cards: EveningCards, _ disk: EveningDisk, _ controllers: EveningControllers,
    on worker: EveningWorker, hasTurned: @escaping () -> Void
  ) {
    self.init()
    clock = EveningClock(world, hasTurned: hasTurned)
    source = controllers
    open = { (request) throws(SpinetError) in try cards.open(request) }
    tryOpen = { cards.tryOpen($0) }
    self.disk = disk.calls
    recordTo = { EveningRecording($0, on: disk) }
    self.worker = worker
  }
}

extension PlayOptions {
  /// - Parameter tag: names the instrument.
  init(ofEvening tag: String) {
    self.init()
    self.tag = tag
    pcm = EveningCards.wanted
    cores = 1
    journalBytes = 64 << 20
  }
}
