import SpinetFace
import SpinetRealtime
import Synchronization

/// Between the thread that looks for a face and the pages of the panel: the frames of a page's camera go one way, what is
/// seen goes the other.
package final class FaceExchange: Sendable {
  /// What a page that looks on is told.
  package enum News: Sendable {
    /// Whose face plays, as the options name it, and of how many sources.
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

  /// Nil where no face is looked for.
  init?(_ options: PlayOptions) throws(SpinetError) {
    guard !options.faceSources.isEmpty else { return nil }
    sources = options.faceSources
    camera = try PageCamera()
    state = Mutex(State())
  }

  // MARK: Pages

  /// Tells a page what is seen, until it ends. [any-thread]
  ///
  /// - Parameter tell: is called at once, and on the thread that looks for a face.
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

  /// Takes a frame of a page's camera. Answers why not, if it cannot be used. [any-thread]
  package func give(_ frame: GrayFrame, by page: InputClient) -> String? {
    guard state.withLock({ sources[$0.chosen] }) == PlayOptions.panel else {
      return "the face of a page's camera is not played now"
    }
    return camera.give(frame, by: page.id) ? nil : "the camera of another page plays"
  }

  /// The page has no camera any more. [any-thread]
  package func endCamera(of page: InputClient) { camera.end(page.id) }

  // MARK: The thread that looks for a face

  /// The next source, or the first.
  func choose(next: Bool) -> String {
    state.withLock { state in
      state.chosen = next ? (state.chosen + 1) % sources.count : 0
      for tell in state.watchers.values { tell(source(state)) }
      return sources[state.chosen]
    }
  }

  /// Tells what is seen. What a page's camera sees is for that page alone.
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

/// What was seen in a frame.
package struct SeenFace: Sendable {
  /// Where the face is, in parts of the frame; nil without one.
  package var place: FaceArea?
  /// What the face looks like; nil without one, and where the page has the picture itself.
  package var picture: GrayFrame?

  /// The pictures are not larger.
  static let widest = 128

  /// - Parameter isPage: whether it is the frame of a page.
  init(_ seen: (face: FaceArea, frame: GrayFrame)?, ofPage isPage: Bool) {
    guard let (face, frame) = seen else { return }
    let (across, down) = (Double(frame.width), Double(frame.height))
    place = FaceArea(
      x: face.x / across, y: face.y / down, width: face.width / across, height: face.height / down)
    picture = isPage ? nil : frame.cut(face)?.shrunk(to: Self.widest)
  }
}
