// error: initializer is inaccessible
import SpinetEngine
import SpinetRealtime

func make() -> CommandEnd {
  let ring = SPSCRing<EngineCommand>(capacity: 64)
  return CommandEnd(ring.producer)
}
