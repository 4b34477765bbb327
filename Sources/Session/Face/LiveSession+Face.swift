import Logging
import SpinetRealtime

extension LiveSession {
  /// If faces cannot be detected, that is logged, and the music goes on.
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
