// error: initializer is inaccessible
import SpinetEngine

let make = EngineLink.init
