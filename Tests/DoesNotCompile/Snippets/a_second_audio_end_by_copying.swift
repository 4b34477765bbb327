// error: consumed more than once
import SpinetEngine

func copy(_ link: EngineLink) {
  let end = link.takeAudioEnd()
  var first = end
  var second = end
  first.takeCommand()
  second.takeCommand()
}
