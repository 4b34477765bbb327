import SpinetDevices
import SpinetFace
import SpinetLibrary
import SpinetRealtime
import SystemPackage

/// `spinet face render`: the picture of a face, without a screen.
package struct FaceRender {
  /// A picture or a video; nil for a drawn face.
  package var input: FilePath?
  /// A trained cascade, by which the face is cut out of the picture; nil for Debian's, if it is installed.
  package var cascade: FilePath?
  package var width = 512
  package var height = 512
  package var heightScale: Double?
  package var lighting: FaceLighting?
  package var hasTrueSlopes = false
  package var corners: Int?
  /// The moment of the motion, in seconds.
  package var seconds = 0.0

  /// The sides that can be drawn.
  package static let sides = FaceRenderer.sides

  package init() {}

  /// Writes the picture. Returns a line about it.
  ///
  /// - Parameter shader: the text that the panel's page uses too.
  package func write(to path: FilePath, shader: String) throws(SpinetError) -> String {
    try AtomicFile.checkWritable(path)
    let (picture, words) = try self.picture()
    let renderer = try FaceRenderer(shader: shader, width: width, height: height)
    let drawn = try renderer.picture(of: scene(picture))
    try AtomicFile.write(PictureFile.png(drawn), to: path, permissions: 0o666)
    return "\(path): \(width)x\(height), \(words)"
  }

  private func scene(_ picture: FacePicture) -> FaceScene {
    var scene = FaceScene(picture)
    if let heightScale { scene.height = heightScale }
    if let lighting { scene.lighting = lighting }
    if let corners { scene.corners = corners }
    scene.hasTrueSlopes = hasTrueSlopes
    scene.pose = FaceRotation(at: 0).pose(at: seconds)
    return scene
  }

  /// The picture on the surface, and a description of it.
  private func picture() throws(SpinetError) -> (FacePicture, String) {
    guard let input else { return (SyntheticFace.picture(), "of a drawn face") }
    let remedy: Remedy = "give a PGM or PPM picture, or a Y4M video"
    let picture = try PictureFile(try InputFile.bytes(at: input, remedy: remedy), file: input.string).first
    guard var detector = try detector() else { return (picture, "of the whole picture") }
    guard let face = detector.faces(in: picture.gray).first, let cut = picture.cut(face) else {
      return (picture, "of the whole picture, in which no face is found")
    }
    let place = "\(Int(face.x)),\(Int(face.y))"
    return (cut, "of the face at \(place), \(Int(face.width)) pixels wide")
  }

  private func detector() throws(SpinetError) -> FaceDetector? {
    guard let cascade else {
      let usual = try InputFile.bytes(ifThereIs: FilePath(LBPCascade.usualFile))
      return try usual.map { bytes throws(SpinetError) in
        FaceDetector(try LBPCascade(bytes: bytes, file: LBPCascade.usualFile))
      }
    }
    let bytes = try InputFile.bytes(at: cascade, remedy: LBPCascade.remedy)
    return FaceDetector(try LBPCascade(bytes: bytes, file: cascade.string))
  }
}
