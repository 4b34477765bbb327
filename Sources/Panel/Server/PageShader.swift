/// The page's shaders, for drawing the same picture without a browser.
package enum PageShader {
  /// The picture of a face.
  package static var face: String {
    String(decoding: PageFile.all["/face.glsl"]?.bytes ?? [], as: UTF8.self)
  }
}
