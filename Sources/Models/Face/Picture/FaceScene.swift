/// Everything that decides how the picture looks at one moment.
package struct FaceScene: Hashable, Sendable {
  package var picture: FacePicture
  /// The height of white, as a part of the surface's side.
  package var height = FaceWidget.usualHeight
  /// Whether slopes are those of the surface, not four times as steep.
  package var hasTrueSlopes = false
  package var lighting = FaceLighting.harmonics
  package var pose = FacePose()
  /// The corners along each side of the surface.
  package var corners = 128

  package static let cornerRange = 2...1024

  package init(_ picture: FacePicture) { self.picture = picture }

  /// The corners of the surface's triangles, numbered row by row from the top left. From the front they go
  /// anticlockwise.
  package static func triangles(corners: Int) -> [UInt32] {
    var indices: [UInt32] = []
    indices.reserveCapacity((corners - 1) * (corners - 1) * 6)
    for row in 0..<corners - 1 {
      for column in 0..<corners - 1 {
        let first = UInt32(row * corners + column)
        let below = first + UInt32(corners)
        indices += [first, below, first + 1, first + 1, below, below + 1]
      }
    }
    return indices
  }
}
