import FoundationEssentials
import NIOCore
import SpinetFace
import SpinetSession
import SpinetText

// The face that plays. [panel-thread]
extension PanelClient {
  func watchFace() {
    guard let faces = hub.handle.faces else { return fail("no face is looked for") }
    let (loop, page) = (line.loop, NIOLoopBound(self, eventLoop: line.loop))
    faces.watch(by: input) { news in loop.execute { page.value.tell(news) } }
  }

  func endFace() { hub.handle.faces?.endWatch(by: input) }

  /// A frame of the page's camera.
  func received(_ bytes: ByteBuffer) {
    guard let faces = hub.handle.faces else { return fail("no face is looked for") }
    guard let frame = PageFrame(bytes.readableBytesView)?.frame else {
      return fail("\(bytes.readableBytes) bytes are not a frame of a camera")
    }
    if let why = faces.give(frame, by: input) { fail("the camera: \(why)") }
  }

  private func tell(_ news: FaceExchange.News) {
    var message = JSONLine()
    switch news {
    case .source(let name, let count):
      message.add("source", name)
      message.add("sources", count)
    case .face(let face):
      // A page that reads too slowly misses it.
      guard line.isWritable else { return }
      message.add(face)
    }
    line.send(message.description)
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
