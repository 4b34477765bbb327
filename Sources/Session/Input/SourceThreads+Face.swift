import SpinetFaceInput
import SpinetLibrary
import SpinetRealtime

extension SourceThreads {
  /// Starts to look for faces. If that is not possible, it is logged, and the instrument plays without them.
  func startFace() {
    guard let face = handle.face else { return }
    let client = handle.newClient()
    do throws(SpinetError) {
      let thread = try SourceThread(name: "spinet-face") { [logger] thread in
        let controls = FaceControls(widgets: { client.handle.widgets }) { name, value, time in
          client.move(name, to: value, at: time)
        }
        face.follow(with: controls, on: thread) { logger.warning($0) }
      }
      add(thread)
    } catch {
      logger.warning(error)
    }
  }
}
