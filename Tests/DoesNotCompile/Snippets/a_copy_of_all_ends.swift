// error: consumed more than once
import SpinetEngine

func copy() {
  let ends = ControlEnds()
  var first = ends
  var second = ends
  _ = first.reports.next()
  _ = second.reports.next()
}
