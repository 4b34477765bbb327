import CEGL
import SpinetFace
import SpinetRealtime

/// Draws a face's picture without a screen. Only one thread may use it.
package final class FaceRenderer {
  private let context: GraphicsContext
  private let program: ShaderProgram
  private let width: Int
  private let height: Int
  private var corners = 0
  private var indexCount = 0
  private var shown: FacePicture?

  package static let sides = 16...4096

  /// - Parameter shader: the source text, which the panel's page uses too.
  package init(shader: String, width: Int, height: Int) throws(SpinetError) {
    self.width = width
    self.height = height
    context = try GraphicsContext()
    program = try ShaderProgram(shader)
    try Self.makeFrame(width, height)
    Self.makeTexture()
    var indices: UInt32 = 0
    gpu_glGenBuffers(1, &indices)
    gpu_glBindBuffer(GL.elementBuffer, indices)
    gpu_glEnable(GL.depthTest)
    gpu_glEnable(GL.cullFace)
    let ground = FaceView.background
    gpu_glClearColor(Float(ground.x), Float(ground.y), Float(ground.z), 1)
  }

  /// The picture of a scene.
  package func picture(of scene: FaceScene) throws(SpinetError) -> FacePicture {
    upload(scene.picture)
    uploadTriangles(scene.corners)
    set(scene)
    gpu_glViewport(0, 0, Int32(width), Int32(height))
    gpu_glClear(GL.colourAndDepth)
    for isBack in [false, true] {
      program.set("isBack", isBack)
      gpu_glDrawElements(GL.triangles, Int32(indexCount), GL.unsignedInt, nil)
    }
    return try read()
  }

  private func set(_ scene: FaceScene) {
    program.set("corners", scene.corners)
    program.set("height", scene.height)
    program.set("isTrue", scene.hasTrueSlopes)
    program.set("isPhong", scene.lighting == .phong)
    program.set("transform", FaceView.transform(scene.pose, width: width, height: height))
    program.set("turn", FaceView.turn(of: scene.pose))
  }

  private func upload(_ picture: FacePicture) {
    guard picture != shown else { return }
    shown = picture
    gpu_glPixelStorei(GL.unpackAlignment, 1)
    gpu_glTexImage2D(
      GL.texture, 0, Int32(GL.rgb8), Int32(picture.width), Int32(picture.height), 0, GL.rgb, GL.unsignedByte,
      picture.bytes)
  }

  private func uploadTriangles(_ corners: Int) {
    guard corners != self.corners else { return }
    self.corners = corners
    let indices = FaceScene.triangles(corners: corners)
    indexCount = indices.count
    gpu_glBufferData(GL.elementBuffer, indices.count * 4, indices, GL.staticDraw)
  }

  /// Reads the frame. OpenGL gives the rows from the bottom up, and an alpha channel that is not needed.
  private func read() throws(SpinetError) -> FacePicture {
    var pixels = [UInt8](repeating: 0, count: width * height * 4)
    gpu_glReadPixels(0, 0, Int32(width), Int32(height), GL.rgba, GL.unsignedByte, &pixels)
    guard gpu_glGetError() == 0 else { throw GraphicsContext.failure("the driver did not draw it") }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height * 3)
    for row in (0..<height).reversed() {
      for column in 0..<width {
        let first = (row * width + column) * 4
        bytes += pixels[first..<first + 3]
      }
    }
    guard let picture = FacePicture(width: width, height: height, bytes: bytes) else {
      throw GraphicsContext.failure("\(width)x\(height) is too large")
    }
    return picture
  }

  private static func makeFrame(_ width: Int, _ height: Int) throws(SpinetError) {
    var most: Int32 = 0
    gpu_glGetIntegerv(GL.largestRenderbuffer, &most)
    var frame: UInt32 = 0
    gpu_glGenFramebuffers(1, &frame)
    gpu_glBindFramebuffer(GL.framebuffer, frame)
    for (format, attachment) in [(GL.rgba8, GL.colourAttachment), (GL.depth24, GL.depthAttachment)] {
      var buffer: UInt32 = 0
      gpu_glGenRenderbuffers(1, &buffer)
      gpu_glBindRenderbuffer(GL.renderbuffer, buffer)
      gpu_glRenderbufferStorage(GL.renderbuffer, format, Int32(width), Int32(height))
      gpu_glFramebufferRenderbuffer(GL.framebuffer, attachment, GL.renderbuffer, buffer)
    }
    guard width <= Int(most), height <= Int(most),
      gpu_glCheckFramebufferStatus(GL.framebuffer) == GL.complete
    else { throw GraphicsContext.failure("the driver cannot draw a picture of \(width)x\(height)") }
  }

  private static func makeTexture() {
    var texture: UInt32 = 0
    gpu_glGenTextures(1, &texture)
    gpu_glBindTexture(GL.texture, texture)
    for (what, value) in [
      (GL.wrapS, GL.clampToEdge), (GL.wrapT, GL.clampToEdge), (GL.magnify, GL.linear), (GL.shrink, GL.linear),
    ] {
      gpu_glTexParameteri(GL.texture, what, value)
    }
  }
}

/// Constants of OpenGL ES.
private enum GL {
  static let triangles: UInt32 = 4
  static let colourAndDepth: UInt32 = 0x4100
  static let depthTest: UInt32 = 0x0B71
  static let cullFace: UInt32 = 0x0B44
  static let texture: UInt32 = 0x0DE1
  static let unsignedByte: UInt32 = 0x1401
  static let unsignedInt: UInt32 = 0x1405
  static let rgb: UInt32 = 0x1907
  static let rgba: UInt32 = 0x1908
  static let rgb8: UInt32 = 0x8051
  static let rgba8: UInt32 = 0x8058
  static let depth24: UInt32 = 0x81A6
  static let unpackAlignment: UInt32 = 0x0CF5
  static let wrapS: UInt32 = 0x2802
  static let wrapT: UInt32 = 0x2803
  static let magnify: UInt32 = 0x2800
  static let shrink: UInt32 = 0x2801
  static let clampToEdge: Int32 = 0x812F
  static let linear: Int32 = 0x2601
  static let elementBuffer: UInt32 = 0x8893
  static let staticDraw: UInt32 = 0x88E4
  static let framebuffer: UInt32 = 0x8D40
  static let renderbuffer: UInt32 = 0x8D41
  static let largestRenderbuffer: UInt32 = 0x84E8
  static let colourAttachment: UInt32 = 0x8CE0
  static let depthAttachment: UInt32 = 0x8D00
  static let complete: UInt32 = 0x8CD5
}
