/// The shaders of the page, for whoever draws the same picture without a browser.
package enum PageShader {
  /// The picture of a face.
  package static var face: String {
    String(decoding: PageFile.all["/face.glsl"]?.bytes ?? [], as: UTF8.self)
  }
}
