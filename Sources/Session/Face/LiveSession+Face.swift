import Logging
import SpinetRealtime

extension LiveSession {
  /// If faces cannot be detected, that is logged, and the music goes on.
  func startFace() {
    guard !options.faceSources.isEmpty else { return }
    do throws(SpinetError) {
      faceThread = try FaceThread(
        options.faceSources, cascade: options.faceCascade, playing: handle.newClient()
      ) { [logger] in logger.warning("\($0)") }
    } catch {
      logger.warning("\(error)")
    }
  }
}
