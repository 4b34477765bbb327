import Logging
import SpinetDevices
import SpinetRealtime

extension LiveSession {
  /// Starts the touch screen. If it is missing, that is logged, and it plays as soon as it appears.
  func startTouchScreen() {
    guard let name = options.touchScreen else { return }
    let grabs = options.grabsTouchScreen
    do throws(SpinetError) {
      let thread = try SourceThread.touch(playing: handle.newClient()) { () throws(SpinetError) in
        try TouchReader.open(named: name, grabs: grabs)
      } tell: { [logger] in
        logger.warning("\($0)")
      }
      sourceThreads.append(thread)
    } catch {
      logger.warning("\(error)")
    }
  }
}
