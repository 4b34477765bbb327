// error: 'EngineLink' has no member 'send'
import SpinetEngine

func play(_ link: EngineLink, _ command: EngineCommand) -> Bool { link.send(command) }
