// error: consumed more than once
import SpinetEngine

func copy(_ link: EngineLink) {
  let end = link.claimAudioEnd()
  var first = end
  var second = end
  first.popCommand()
  second.popCommand()
}
