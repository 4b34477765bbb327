// error: consumed more than once
import SpinetRealtime

func split() {
  let ring = SPSCRing<Float>(capacity: 4)
  var first = ring.producer
  var second = ring.producer
  _ = first.push(1)
  _ = second.push(2)
}
