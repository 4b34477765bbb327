import FoundationEssentials
import NIOCore
import SpinetFace
import SpinetFaceInput
import SpinetSession
import SpinetText

/// The face that plays, as one page sees it, and the frames of the page's camera. [panel-thread]
struct PageFace {
  /// Nil if no face is looked for.
  let face: (any FaceInput)?
  let input: InputClient
  let output: PageOutput

  func watch() {
    guard let face else { return output.fail("no face is looked for") }
    let (loop, page) = (output.loop, NIOLoopBound(self, eventLoop: output.loop))
    face.watch(by: input.number) { news in loop.execute { page.value.tell(news) } }
  }

  func endWatch() { face?.endWatch(by: input.number) }

  /// A frame of the page's camera.
  func received(_ bytes: ByteBuffer) {
    guard let face else { return output.fail("no face is looked for") }
    guard let frame = PageFrame(bytes.readableBytesView)?.frame else {
      return output.fail("\(bytes.readableBytes) bytes are not a frame of a camera")
    }
    if let why = face.give(frame, by: input.number) { output.fail("the camera: \(why)") }
  }

  func endCamera() { face?.endCamera(of: input.number) }

  /// Call it when the page is gone.
  func end() {
    endWatch()
    endCamera()
  }

  private func tell(_ news: FaceNews) {
    var message = JSONLine()
    switch news {
    case .source(let name, let count):
      message.add("source", name)
      message.add("sources", count)
    case .face(let face):
      // A page that reads too slowly misses it.
      guard output.isWritable else { return }
      message.add(face)
    }
    output.send(message.description)
  }
}

extension JSONLine {
  fileprivate mutating func add(_ face: SeenFace) {
    guard let place = face.place else { return addNull("face") }
    let sides = [place.x, place.y, place.width, place.height].map {
      JSONLine.number(($0 * 1e4).rounded() / 1e4)
    }
    add("face", literal: PanelState.list(sides))
    guard let picture = face.picture else { return }
    add("width", picture.width)
    add("pixels", Data(picture.pixels).base64EncodedString())
  }
}
