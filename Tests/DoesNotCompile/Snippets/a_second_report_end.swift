// error: consumed more than once
import SpinetEngine

func split() {
  let ends = ControlEnds()
  var first = ends.reports
  var second = ends.reports
  _ = first.next()
  _ = second.next()
}
