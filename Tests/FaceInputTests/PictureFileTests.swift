import Foundation
import SpinetFace
import SpinetRealtime
import Testing

@testable import SpinetFaceInput

@Suite struct PictureFileTests {
  private static func problem(_ bytes: [UInt8]) -> String? {
    do throws(SpinetError) {
      _ = try PictureFile(bytes, file: "a.png")
      return nil
    } catch {
      return error.description
    }
  }

  private static let picture = FacePicture(width: 37, height: 29) { column, row in
    (Double(column) / 36, Double(row) / 28, Double((column * row) % 17) / 16)
  }

  /// The rows of a PNG that is not compressed and has no filter; nil for any other.
  private static func stored(_ png: [UInt8], width: Int, height: Int) -> [UInt8]? {
    func number(_ at: Int) -> Int { png[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    guard png.starts(with: PNG.signature), number(16) == width, number(20) == height else { return nil }
    // After the signature, the header and the head of the pixels' chunk and of zlib.
    var (position, rows, isLast) = (43, [UInt8](), false)
    while !isLast {
      isLast = png[position] == 1
      let count = Int(png[position + 1]) | Int(png[position + 2]) << 8
      rows += png[position + 5..<position + 5 + count]
      position += 5 + count
    }
    let row = width * 3 + 1
    guard rows.count == row * height, (0..<height).allSatisfy({ rows[$0 * row] == 0 }) else { return nil }
    return (0..<height).flatMap { rows[$0 * row + 1..<($0 + 1) * row] }
  }

  @Test func `A PNG has the pixels of its picture`() {
    #expect(Self.stored(PictureFile.png(Self.picture), width: 37, height: 29) == Self.picture.bytes)
  }

  @Test func `A PNG of more than one block of 65535 bytes has the pixels of its picture`() {
    let large = FacePicture(width: 200, height: 300) { column, row in
      (Double(column * row % 256) / 255, 0.5, 0)
    }
    #expect(Self.stored(PictureFile.png(large), width: 200, height: 300) == large.bytes)
  }

  @Test func `A PNG has the checksums of its parts`() {
    // The end is the same in every PNG.
    let end: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
    #expect(PictureFile.png(.black).suffix(12) == end[...])
  }

  @Test func `What cannot be read is refused with a remedy`() {
    let remedy = "; give a PGM or PPM picture, or a Y4M video"
    #expect(Self.problem(PictureFile.png(.black)) == "a.png: it is a PNG" + remedy)
    #expect(Self.problem([0xFF, 0xD8, 0xFF]) == "a.png: it is a JPEG" + remedy)
    #expect(Self.problem(Array("hello".utf8)) == "a.png: it is not a picture that Spinet reads" + remedy)
  }

  @Test func `Gray and colour pictures in the portable formats are read`() throws {
    let gray = try PictureFile(Array("P5 # a comment\n2 1\n255\n".utf8) + [7, 9], file: "a.pgm").first
    #expect(gray.bytes == [7, 7, 7, 9, 9, 9])
    let colour = try PictureFile(Array("P6\n1 1 255\n".utf8) + [1, 2, 3], file: "a.ppm").first
    #expect(colour.bytes == [1, 2, 3])
  }

  @Test(arguments: [
    "P5 2 1 255\n", "P5 2 1 65535\n    ", "P5 0 1 255\n", "P5 9999 1 255\n", "P5 a", "P4 1 1 ",
    "P6 1 1 255\n12",
  ])
  func `A spoilt portable picture is refused`(text: String) { #expect(Self.problem(Array(text.utf8)) != nil) }

  // MARK: Video

  private static func video(_ header: String, _ frames: [[UInt8]]) -> [UInt8] {
    Array("YUV4MPEG2 \(header)\n".utf8) + frames.flatMap { Array("FRAME\n".utf8) + $0 }
  }

  private static func read(_ bytes: [UInt8]) throws -> Video {
    guard case .video(let video) = try PictureFile(bytes, file: "a.y4m") else { throw CancellationError() }
    return video
  }

  @Test(arguments: [("", 6), (" C420jpeg", 6), (" C422", 8), (" C444", 12), (" Cmono", 4)])
  func `Each layout of colours has its size`(layout: String, size: Int) throws {
    let frames = (1...3).map { Array(repeating: UInt8($0 * 50), count: size) }
    let video = try Self.read(Self.video("W2 H2 F30000:1001\(layout)", frames))
    #expect(video.frameCount == 3 && abs(video.framesPerSecond - 29.97) < 0.01)
    #expect(video.frame(1)?.pixels == Array(repeating: UInt8((100 - 16) * 255 / 219), count: 4))
    #expect(video.frame(3)?.pixels == video.frame(0)?.pixels)
  }

  @Test func `Colours are those of Rec 601`() throws {
    let red = try Self.read(Self.video("W1 H1 C444", [[81, 90, 240]])).picture(0)
    #expect(red.bytes[0] > 250 && red.bytes[1] < 5 && red.bytes[2] < 5)
    let full = try Self.read(Self.video("W1 H1 C444 XCOLORRANGE=FULL", [[255, 128, 128]])).picture(0)
    #expect(full.bytes == [255, 255, 255])
  }

  @Test func `A picture that is cut off at the end is left out`() throws {
    let bytes = Self.video("W2 H2 Cmono", [[1, 2, 3, 4], [5, 6, 7, 8]])
    #expect(try Self.read(bytes.dropLast()).frameCount == 1)
    #expect(Self.problem(Array(bytes.prefix(24)))?.contains("it has no whole picture") == true)
  }

  @Test(arguments: ["W2", "W0 H2", "W2 H99999", "W2 H2 C420p10", "", "H2 Wx"])
  func `A spoilt header of a video is refused`(header: String) {
    #expect(Self.problem(Self.video(header, [[1, 2, 3, 4, 5, 6]])) != nil)
  }
}

extension PictureFileTests {
  private static func read(_ bytes: ArraySlice<UInt8>) throws -> Video { try read(Array(bytes)) }
}
