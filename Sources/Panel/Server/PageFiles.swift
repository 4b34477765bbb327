import CPanelPage
import NIOCore
import NIOHTTP1
import SpinetFace
import SpinetFaceInput

/// What a server sends for a path.
package struct HTTPAnswer: Sendable {
  let status: HTTPResponseStatus
  let bytes: ByteBuffer
  let mediaType: String

  package init(_ bytes: ByteBuffer, _ mediaType: String, _ status: HTTPResponseStatus = .ok) {
    (self.bytes, self.mediaType, self.status) = (bytes, mediaType, status)
  }
}

/// A file of the page. It is part of the binary, where it has its comments; what is sent has none.
struct PageFile: Sendable {
  let path: String
  /// What is sent. All answers share the same memory.
  let bytes: ByteBuffer

  /// All of them by the path in their address; `/` is the page itself.
  static let all: [String: PageFile] = {
    let files = (0..<page_file_count).map { index in
      let file = page_file(index).pointee
      let source = Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
      return PageFile(path: "/" + String(cString: file.path), source: source)
    }
    var byPath = Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0) })
    byPath["/"] = byPath["/index.html"]
    byPath[face.path] = face
    return byPath
  }()

  /// The answer to a request for it; nil where no file has that path.
  static func answer(to uri: String) -> HTTPAnswer? {
    let path = uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)[0]
    return all[String(path)].map { HTTPAnswer($0.bytes, $0.mediaType) }
  }

  private init(path: String, bytes: ByteBuffer) { (self.path, self.bytes) = (path, bytes) }

  private init(path: String, source: [UInt8]) {
    let sent =
      switch path.split(separator: ".").last {
      case "js": PageSource.stripped(source, .script)
      case "css": PageSource.stripped(source, .style)
      default: source
      }
    self.init(path: path, bytes: ByteBuffer(bytes: sent))
  }

  /// The picture of a face that is shown before there is a camera.
  private static let face = PageFile(
    path: "/face.png", bytes: ByteBuffer(bytes: PictureFile.png(SyntheticFace.picture())))

  var mediaType: String {
    switch path.split(separator: ".").last {
    case "html": "text/html; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "svg": "image/svg+xml"
    case "png": "image/png"
    case "glsl": "text/plain; charset=utf-8"
    case "webmanifest": "application/manifest+json"
    default: "application/octet-stream"
    }
  }
}

/// The page's shaders, for drawing the same picture without a browser.
package enum PageShader {
  /// The picture of a face.
  package static var face: String {
    (PageFile.all["/face/face.glsl"]?.bytes).map { String(buffer: $0) } ?? ""
  }
}
