import Logging
import SpinetRealtime

extension LiveSession {
  /// If faces cannot be detected, that is logged, and the music goes on.
  func startFace() {
    guard !options.faceSources.isEmpty else { return }
    do throws(SpinetError) {
      let thread = try SourceThread.face(
        options.faceSources, cascade: options.faceCascade, playing: handle.newClient()
      ) { [logger] in logger.warning("\($0)") }
      sourceThreads.append(thread)
    } catch {
      logger.warning("\(error)")
    }
  }
}
