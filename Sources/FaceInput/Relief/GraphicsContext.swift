import CEGL
import SpinetRealtime

/// An OpenGL ES 3 context without a screen, current on the thread that makes it.
final class GraphicsContext {
  private let display: UnsafeMutableRawPointer
  private let context: UnsafeMutableRawPointer

  private static let remedy: Remedy =
    "install Debian's packages libegl1, libgles2 and libgl1-mesa-dri, or look at the face in the panel"

  init() throws(SpinetError) {
    if let missing = gpu_load() { throw Self.failure("\(String(cString: missing)) cannot be loaded") }
    guard let display = gpu_eglGetPlatformDisplay(Self.surfaceless, nil, nil),
      gpu_eglInitialize(display, nil, nil) == 1
    else { throw Self.failure("EGL finds no way to draw without a screen") }
    guard let context = Self.context(on: display) else {
      gpu_eglTerminate(display)
      throw Self.failure("EGL has no OpenGL ES 3")
    }
    self.display = display
    self.context = context
  }

  deinit {
    gpu_eglMakeCurrent(display, nil, nil, nil)
    gpu_eglDestroyContext(display, context)
    gpu_eglTerminate(display)
  }

  static func failure(_ why: String) -> SpinetError {
    SpinetError(.deviceFailed, what: "the face's picture", why: why, remedy: remedy)
  }

  private static func context(on display: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    var config: UnsafeMutableRawPointer?
    var count: Int32 = 0
    guard gpu_eglBindAPI(embeddedAPI) == 1,
      gpu_eglChooseConfig(display, [renderable, openGLES3, surfaces, 0, end], &config, 1, &count) == 1,
      count == 1,
      let context = gpu_eglCreateContext(display, config, nil, [majorVersion, 3, end])
    else { return nil }
    if gpu_eglMakeCurrent(display, nil, nil, context) == 1 { return context }
    gpu_eglDestroyContext(display, context)
    return nil
  }

  // Constants of EGL.
  private static let surfaceless: UInt32 = 0x31DD
  private static let embeddedAPI: UInt32 = 0x30A0
  private static let renderable: Int32 = 0x3040
  private static let openGLES3: Int32 = 0x40
  private static let surfaces: Int32 = 0x3033
  private static let majorVersion: Int32 = 0x3098
  private static let end: Int32 = 0x3038
}
