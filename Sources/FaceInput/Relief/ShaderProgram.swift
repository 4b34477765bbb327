import CEGL
import SpinetRealtime

/// A vertex shader and a fragment shader from one source text.
struct ShaderProgram {
  private let name: UInt32

  /// - Parameter text: the source of both. `VERTEX` or `FRAGMENT` is defined in it.
  init(_ text: String) throws(SpinetError) {
    name = gpu_glCreateProgram()
    gpu_glAttachShader(name, try Self.shader(Self.vertex, "#version 300 es\n#define VERTEX\n" + text))
    gpu_glAttachShader(name, try Self.shader(Self.fragment, "#version 300 es\n#define FRAGMENT\n" + text))
    gpu_glLinkProgram(name)
    var isLinked: Int32 = 0
    gpu_glGetProgramiv(name, Self.linkStatus, &isLinked)
    guard isLinked == 1 else { throw GraphicsContext.failure("the driver cannot link the shaders") }
    gpu_glUseProgram(name)
  }

  func set(_ uniform: String, _ value: Bool) { set(uniform, value ? 1 : 0) }
  func set(_ uniform: String, _ value: Int) { gpu_glUniform1i(location(of: uniform), Int32(value)) }
  func set(_ uniform: String, _ value: Double) { gpu_glUniform1f(location(of: uniform), Float(value)) }
  func set(_ uniform: String, _ matrix: [Float]) {
    gpu_glUniformMatrix4fv(location(of: uniform), 1, 0, matrix)
  }

  private func location(of uniform: String) -> Int32 { gpu_glGetUniformLocation(name, uniform) }

  private static func shader(_ kind: UInt32, _ text: String) throws(SpinetError) -> UInt32 {
    let shader = gpu_glCreateShader(kind)
    text.withCString { start in
      var start: UnsafePointer<CChar>? = start
      gpu_glShaderSource(shader, 1, &start, nil)
    }
    gpu_glCompileShader(shader)
    var isCompiled: Int32 = 0
    gpu_glGetShaderiv(shader, compileStatus, &isCompiled)
    guard isCompiled == 1 else {
      throw GraphicsContext.failure("the driver refuses a shader, \(log(of: shader))")
    }
    return shader
  }

  /// The first line of the compiler's log.
  private static func log(of shader: UInt32) -> String {
    var text = [CChar](repeating: 0, count: 1024)
    gpu_glGetShaderInfoLog(shader, Int32(text.count), nil, &text)
    let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  private static let vertex: UInt32 = 0x8B31
  private static let fragment: UInt32 = 0x8B30
  private static let compileStatus: UInt32 = 0x8B81
  private static let linkStatus: UInt32 = 0x8B82
}
