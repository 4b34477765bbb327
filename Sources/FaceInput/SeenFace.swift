import SpinetFace

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
