import SpinetFace
import SpinetRealtime
import SpinetWidgets

/// A face that plays, as the instrument and the pages of its panel know it. Cameras, files of pictures and the search for
/// a face are this module's own.
package protocol FaceInput: Sendable {
  /// Looks for a face in one frame after the other and moves the widgets `face.…`, until `thread` is stopping. Call it on
  /// that thread.
  ///
  /// - Parameter tell: gets what goes wrong. What lasts is told once.
  func follow(with controls: FaceControls, on thread: StoppableThread, tell: (SpinetError) -> Void)

  /// Sends a page what is seen, until `endWatch`. [any-thread]
  ///
  /// - Parameter tell: called at once, and then on the thread that follows the face.
  func watch(by page: UInt32, _ tell: @escaping @Sendable (FaceNews) -> Void)

  /// [any-thread]
  func endWatch(by page: UInt32)

  /// Receives a frame of a page's camera. Returns the reason if it cannot be used. [any-thread]
  func give(_ frame: GrayFrame, by page: UInt32) -> String?

  /// Call it when the page has no camera any more. [any-thread]
  func endCamera(of page: UInt32)
}

/// How a face reaches the instrument's widgets.
package struct FaceControls {
  /// The widgets that are played now.
  package var widgets: () -> WidgetSet
  package var move: (_ widget: String, _ value: Double, _ time: HostTime) -> Void

  package init(
    widgets: @escaping () -> WidgetSet,
    move: @escaping (_ widget: String, _ value: Double, _ time: HostTime) -> Void
  ) {
    (self.widgets, self.move) = (widgets, move)
  }
}

/// News for a page that watches.
package enum FaceNews: Sendable {
  /// The source of the face, as the options name it, and the number of sources.
  case source(String, count: Int)
  case face(SeenFace)
}
