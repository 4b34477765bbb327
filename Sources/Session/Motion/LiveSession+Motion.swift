import Logging
import SpinetDevices
import SpinetRealtime
import SpinetWidgets

extension LiveSession {
  /// Starts the motion sensor. If it is missing, that is logged, and it plays as soon as it appears. The sensors of the
  /// panel's browsers need no thread.
  func startMotion() {
    guard let name = options.motionSensor, name != PlayOptions.panel else { return }
    do throws(SpinetError) {
      let thread = try SourceThread.motion(of: name, playing: handle.newClient()) {
        () throws(SpinetError) in
        try MotionSources.open(named: name)
      } tell: { [logger] in
        logger.warning("\($0)")
      }
      sourceThreads.append(thread)
    } catch {
      logger.warning("\(error)")
    }
  }
}
