// error: used after consume
import SpinetRealtime

func keep(_ frames: consuming RingConsumer<Float>) {}

func drain() {
  let ring = SPSCRing<Float>(capacity: 4)
  var frames = ring.consumer
  keep(frames)
  _ = frames.pop()
}
