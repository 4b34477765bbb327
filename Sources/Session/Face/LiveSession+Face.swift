import Logging
import SpinetRealtime

extension LiveSession {
  /// Starts to look for faces. If that is not possible, it is logged, and the instrument plays without them.
  func startFace() {
    guard let faces = handle.faces else { return }
    do throws(SpinetError) {
      let thread = try SourceThread.face(
        for: faces, cascade: options.faceCascade, playing: handle.newClient()
      ) { [logger] in logger.warning("\($0)") }
      sourceThreads.append(thread)
    } catch {
      logger.warning("\(error)")
    }
  }
}
