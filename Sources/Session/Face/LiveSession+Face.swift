import Logging
import SpinetRealtime

extension LiveSession {
  /// A face that cannot be looked for is told, and the music goes on.
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
