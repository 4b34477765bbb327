import SpinetFace
import SpinetRealtime
import Synchronization
import SystemPackage

/// Connects the thread that looks for a face with the pages of the panel. A page's camera sends frames, and the thread
/// sends back what it sees.
package final class FaceExchange: Sendable {
  let camera: PageCamera
  /// The trained cascade; nil for Debian's.
  let cascade: FilePath?
  private let sources: [String]
  private let state: Mutex<State>

  private struct State {
    var chosen = 0
    var watchers: [UInt32: @Sendable (FaceNews) -> Void] = [:]
  }

  /// Nil if no source is named.
  ///
  /// - Parameters:
  ///   - sources: cameras by parts of their names, files, folders, `panel` or `synthetic`.
  ///   - cascade: the trained cascade that finds faces; nil for Debian's.
  package init?(sources: [String], cascade: FilePath?) throws(SpinetError) {
    try FaceSources.check(sources + [cascade?.string].compactMap(\.self))
    guard !sources.isEmpty else { return nil }
    (self.sources, self.cascade) = (sources, cascade)
    camera = try PageCamera()
    state = Mutex(State())
  }

  // MARK: Pages

  package func watch(by page: UInt32, _ tell: @escaping @Sendable (FaceNews) -> Void) {
    state.withLock {
      $0.watchers[page] = tell
      tell(source($0))
    }
  }

  package func endWatch(by page: UInt32) {
    state.withLock { _ = $0.watchers.removeValue(forKey: page) }
  }

  package func give(_ frame: GrayFrame, by page: UInt32) -> String? {
    guard state.withLock({ sources[$0.chosen] }) == FaceSources.page else {
      return "the face of a page's camera is not played now"
    }
    return camera.give(frame, by: page) ? nil : "the camera of another page plays"
  }

  package func endCamera(of page: UInt32) { camera.end(page) }

  // MARK: The thread that looks for a face

  /// Changes to the next source, or to the first. Returns its name.
  func choose(next: Bool) -> String {
    state.withLock { state in
      state.chosen = next ? (state.chosen + 1) % sources.count : 0
      for tell in state.watchers.values { tell(source(state)) }
      return sources[state.chosen]
    }
  }

  /// Sends the pages what is seen. What a page's camera sees is sent only to that page.
  func show(_ face: () -> SeenFace) {
    let watchers = state.withLock { state in
      guard sources[state.chosen] == FaceSources.page else { return Array(state.watchers.values) }
      return [camera.page.flatMap { state.watchers[$0] }].compactMap(\.self)
    }
    guard !watchers.isEmpty else { return }
    let face = face()
    for tell in watchers { tell(.face(face)) }
  }

  private func source(_ state: State) -> FaceNews { .source(sources[state.chosen], count: sources.count) }
}
