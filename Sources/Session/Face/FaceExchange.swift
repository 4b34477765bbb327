import SpinetFace
import SpinetRealtime
import Synchronization

/// Connects the thread that looks for a face with the pages of the panel. A page's camera sends frames, and the thread
/// sends back what it sees.
package final class FaceExchange: Sendable {
  /// News for a page that watches.
  package enum News: Sendable {
    /// The source of the face, as the options name it, and the number of sources.
    case source(String, count: Int)
    case face(SeenFace)
  }

  package let camera: PageCamera
  private let sources: [String]
  private let state: Mutex<State>

  private struct State {
    var chosen = 0
    var watchers: [ClientID: @Sendable (News) -> Void] = [:]
  }

  /// Nil if the options name no source.
  init?(_ options: PlayOptions) throws(SpinetError) {
    guard !options.faceSources.isEmpty else { return nil }
    sources = options.faceSources
    camera = try PageCamera()
    state = Mutex(State())
  }

  // MARK: Pages

  /// Sends a page what is seen, until `endWatch`. [any-thread]
  ///
  /// - Parameter tell: called at once, and then on the thread that looks for a face.
  package func watch(by page: InputClient, _ tell: @escaping @Sendable (News) -> Void) {
    state.withLock {
      $0.watchers[page.id] = tell
      tell(source($0))
    }
  }

  /// [any-thread]
  package func endWatch(by page: InputClient) {
    state.withLock { _ = $0.watchers.removeValue(forKey: page.id) }
  }

  /// Takes a frame of a page's camera. Returns the reason if it cannot be used. [any-thread]
  package func give(_ frame: GrayFrame, by page: InputClient) -> String? {
    guard state.withLock({ sources[$0.chosen] }) == PlayOptions.panel else {
      return "the face of a page's camera is not played now"
    }
    return camera.give(frame, by: page.id) ? nil : "the camera of another page plays"
  }

  /// Call it when the page has no camera any more. [any-thread]
  package func endCamera(of page: InputClient) { camera.end(page.id) }

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
      guard sources[state.chosen] == PlayOptions.panel else { return Array(state.watchers.values) }
      return [camera.page.flatMap { state.watchers[$0] }].compactMap(\.self)
    }
    guard !watchers.isEmpty else { return }
    let face = face()
    for tell in watchers { tell(.face(face)) }
  }

  private func source(_ state: State) -> News { .source(sources[state.chosen], count: sources.count) }
}

/// The face in a frame.
package struct SeenFace: Sendable {
  /// The position of the face, as fractions of the frame; nil if there is none.
  package var place: FaceArea?
  /// The picture of the face; nil if there is none, or if the page itself has the picture.
  package var picture: GrayFrame?

  /// The largest width of a picture, in pixels.
  static let widest = 128

  /// - Parameter isPage: whether the frame comes from a page.
  init(_ seen: (face: FaceArea, frame: GrayFrame)?, ofPage isPage: Bool) {
    guard let (face, frame) = seen else { return }
    let (across, down) = (Double(frame.width), Double(frame.height))
    place = FaceArea(
      x: face.x / across, y: face.y / down, width: face.width / across, height: face.height / down)
    picture = isPage ? nil : frame.cut(face)?.shrunk(to: Self.widest)
  }
}
