import Foundation
import Glibc
import Scratch
import SpinetFace
import SpinetSession
import SpinetWidgets
import Testing

@testable import SpinetPanel

@Suite struct PageFrameTests {
  @Test func `A frame has its sides before its pixels`() {
    let frame = PageFrame([0, 3, 0, 2, 1, 2, 3, 4, 5, 6])?.frame
    #expect(frame == GrayFrame(width: 3, height: 2, pixels: [1, 2, 3, 4, 5, 6]))
  }

  @Test(
    arguments: [
      [], [0, 1, 0], [0, 1, 0, 1], [0, 3, 0, 2, 1, 2, 3, 4, 5], [0, 3, 0, 2, 1, 2, 3, 4, 5, 6, 7],
      [0, 0, 0, 1], [0, 1, 0, 0], [255, 255, 255, 255, 1],
    ] as [[UInt8]])
  func `Other bytes are none`(bytes: [UInt8]) { #expect(PageFrame(bytes) == nil) }
}

private let hasCascade = FileManager.default.fileExists(
  atPath: "/usr/share/opencv4/lbpcascades/lbpcascade_frontalface.xml")

@Suite(.serialized, .enabled(if: hasCascade)) struct PageFaceTests {
  /// A drawn face as a page sends it.
  private static func face(x: Double) -> [UInt8] {
    let frame = SyntheticFace.frame(width: 280, height: 210, x: x, size: 0.6)
    return [1, 24, 0, 210] + (frame?.pixels ?? [])
  }

  private static func value(_ rig: PanelRig, _ name: String) -> Double {
    rig.handle.widgets[name]?.value ?? -1
  }

  @Test func `The face in front of a page's camera plays, and that page alone is answered`() throws {
    let rig = try PanelRig(faces: ["panel"])
    let (page, other) = (try rig.page(), try rig.page())
    for each in [page, other] {
      each.say(#"{"face":1}"#)
      #expect(each.next("source") == #"{"source":"panel","sources":1}"#)
    }
    page.frame(opcode: 2, Self.face(x: 0.4))
    let answer = try #require(page.next("face"))
    #expect(answer.hasPrefix(#"{"face":[0."#) && !answer.contains("pixels"))
    #expect(rig.soon { Self.value(rig, "face.present") == 1 })
    #expect(rig.soon { abs(Self.value(rig, "face.x") - 0.4) < 0.05 })
    page.frame(opcode: 2, Self.face(x: 0.6))
    #expect(rig.soon { Self.value(rig, "face.x") > 0.45 })
    // What is said to the other page comes in order: it got no face before this.
    other.frame(opcode: 2, Self.face(x: 0.5))
    var heard: [String] = []
    while let frame = other.nextFrame() {
      heard.append(String(decoding: frame.payload, as: UTF8.self))
      if heard.last?.hasPrefix(#"{"error""#) == true { break }
    }
    #expect(heard.last?.contains("the camera of another page plays") == true)
    #expect(!heard.contains { $0.hasPrefix(#"{"face""#) })
  }

  @Test(arguments: [true, false])
  func `A camera that is turned off, or whose page is gone, shows no face`(isClosed: Bool) throws {
    let rig = try PanelRig(faces: ["panel"])
    let page = try rig.page()
    page.frame(opcode: 2, Self.face(x: 0.5))
    #expect(rig.soon { Self.value(rig, "face.present") == 1 })
    if isClosed { shutdown(page.descriptor, Int32(SHUT_RDWR)) } else { page.say(#"{"camera":0}"#) }
    #expect(rig.soon { Self.value(rig, "face.present") == 0 })
    let next = try rig.page()
    next.frame(opcode: 2, Self.face(x: 0.5))
    usleep(2_100_000)
    #expect(rig.soon { Self.value(rig, "face.present") == 1 })
  }

  @Test func `A camera that falls silent shows no face`() throws {
    let rig = try PanelRig(faces: ["panel"])
    let page = try rig.page()
    page.frame(opcode: 2, Self.face(x: 0.5))
    #expect(rig.soon { Self.value(rig, "face.present") == 1 })
    usleep(1_000_000)
    #expect(rig.soon { Self.value(rig, "face.present") == 0 })
  }

  @Test func `Without smoothing a face is at its new place in one frame`() throws {
    let rig = try PanelRig(faces: ["panel"])
    let page = try rig.page()
    page.say(#"{"set":["face.smoothing",0]}"#)
    #expect(rig.soon { Self.value(rig, "face.smoothing") == 0 })
    page.say(#"{"face":1}"#)
    for x in [0.35, 0.65, 0.4] {
      page.frame(opcode: 2, Self.face(x: x))
      #expect(page.next("face") != nil)
      #expect(rig.soon { abs(Self.value(rig, "face.x") - x) < 0.03 })
    }
  }

  @Test func `A device that is turned sends frames of other sides, and its face goes on playing`() throws {
    let rig = try PanelRig(faces: ["panel"])
    let page = try rig.page()
    page.frame(opcode: 2, Self.face(x: 0.4))
    #expect(rig.soon { abs(Self.value(rig, "face.x") - 0.4) < 0.05 })
    let upright = try #require(SyntheticFace.frame(width: 210, height: 280, x: 0.6, size: 0.6))
    page.say(#"{"set":["face.smoothing",0]}"#)
    #expect(rig.soon { Self.value(rig, "face.smoothing") == 0 })
    page.frame(opcode: 2, [0, 210, 1, 24] + upright.pixels)
    #expect(rig.soon { abs(Self.value(rig, "face.x") - 0.6) < 0.05 })
    #expect(Self.value(rig, "face.present") == 1)
  }

  @Test func `Another source is shown to pages that ask, and takes no frames of theirs`() throws {
    let rig = try PanelRig(faces: ["synthetic", "panel"])
    let (page, other) = (try rig.page(), try rig.page())
    page.say(#"{"face":1}"#)
    #expect(page.next("source") == #"{"source":"synthetic","sources":2}"#)
    #expect(page.next("face")?.contains(#""pixels":""#) == true)
    page.frame(opcode: 2, Self.face(x: 0.5))
    #expect(page.next("error")?.contains("is not played now") == true)
    page.say(#"{"press":"face.source"}"#)
    #expect(page.next("source") == #"{"source":"panel","sources":2}"#)
    page.say(#"{"face":0}"#)
    page.say(#"{"press":"face.source"}"#)
    page.say(#"{"face":1}"#)
    #expect(page.hears("source", #""synthetic""#))
    // The other page has never asked.
    other.say(#"{"camera":1}"#)
    var heard: [String] = []
    while heard.last?.hasPrefix(#"{"error""#) != true, let frame = other.nextFrame() {
      heard.append(String(decoding: frame.payload, as: UTF8.self))
    }
    #expect(!heard.contains { $0.hasPrefix(#"{"face""#) || $0.hasPrefix(#"{"source""#) })
  }

  @Test func `Bytes that are no frame, and frames that nobody wants, are refused in a line`() throws {
    let rig = try PanelRig(faces: ["panel"])
    let page = try rig.page()
    page.frame(opcode: 2, [1, 2, 3])
    #expect(page.next("error") == #"{"error":"3 bytes are not a frame of a camera"}"#)
    page.say(#"{"note":[60,100]}"#)
    #expect(rig.soon { rig.begun == 1 })
    // The seed's flag of a detection at work stuck after such a frame.
    page.frame(opcode: 2, Self.face(x: 0.5))
    #expect(rig.soon { Self.value(rig, "face.present") == 1 })
    let plain = try PanelRig()
    let client = try plain.page()
    client.say(#"{"face":1}"#)
    #expect(client.next("error")?.contains("no face is looked for") == true)
    client.frame(opcode: 2, Self.face(x: 0.5))
    #expect(client.next("error")?.contains("no face is looked for") == true)
  }
}
