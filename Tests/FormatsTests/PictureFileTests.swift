import Foundation
import SpinetFace
import SpinetRealtime
import Testing

@testable import SpinetFormats

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

  @Test func `A picture that is written is read as it was`() throws {
    let bytes = PictureFile.png(Self.picture)
    #expect(try PictureFile(bytes, file: "a.png").first == Self.picture)
  }

  @Test func `A picture of more than one block of 65535 bytes is read as it was`() throws {
    let large = FacePicture(width: 200, height: 300) { column, row in
      (Double(column * row % 256) / 255, 0.5, 0)
    }
    #expect(try PictureFile(PictureFile.png(large), file: "a.png").first == large)
  }

  @Test func `A PNG has the checksums of its parts`() {
    // The end is the same in every PNG.
    let end: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
    #expect(PictureFile.png(.black).suffix(12) == end[...])
  }

  /// A picture of 40 by 30 as zlib packs it, with another filter for each row, in base 64.
  private static let packed = Array(
    Data(
      base64Encoded: """
        iVBORw0KGgoAAAANSUhEUgAAACgAAAAeCAIAAADRv8uKAAADIUlEQVR42sWWIY8qSRSFD9ukg0BsUChUiRsUijyBQpUg5ArEBoVC\
        lZiQFVeRFShUCYJCVBAvKFQJgkKRygaxQZWYoFCI/Q2vX78wgZlne6ZzUql8pjt9Ts69AJACVaAG1IEGoIAm0ALaQAfoAhroAwNg\
        CIyAMWCACSDAFJgBc8ACS2AFrIENsAU8sAcOwBE4AWcgAhfgCtyAEirZi9UHUdHwj+zFqChUNCoGlQUqO1RePwEm+BNJWSflYVJ+\
        ScrTpLxIyiop74qG5Z8f8tPWXm7TIrcmOz8BElLyVTI1UnWKDbKKdJPQIt8m0yHVpajJ9kkPCEPyIzJjUobihKyQnhJm5OdkLKkl\
        xRXZNekNYUvek9mTOlA8kj2RPhMi+QuZK6kbxVIW3xQxxesHFQt/hYtQ6aHy8hyEYmGS/fbc+fbdefMQhwLhW7h0rt798gmQkbKp\
        cqyxrrNvsFJsm4wWmzbHDusue82qz3bAGLIZcRyzNuwnrITtlDFjM+doWS/Zr1it2W4YWzae4571gf2R1YntmRHZXDheWd/Yl/BX\
        Fi6bYvF8LoqGj82VeW4/tExRMME35M7X7uXyb1J+Tcr/Fw1/hYvwm6doKEhFVUXXxNTFNsQriU1BS1RbdEdMV6wW35c4EAxFjUSP\
        xRixE/EicSqYiZqLtmKWYlfi1xI3gq0oL3ov5iD2KP4k8SyIoi6ir2JuYkv4JwuXvqv34VIU/MJw9fA8v9b3OBQLH5vrJZ9fO+D1\
        oWWKgw6pi1Xna87WnWk4rZxqOrRcbDvfcbbrjHa679TAYejiyPmxs8aZidPi1NRh5uLceevs0pmV02unNg5bF73ze2cPzhydPjl1\
        doguXpy/OntzppRtZim+QO92riwIHpX4CTDJ9tWH+ZU5j7xcvhcN34XL5qd6DkJBMCANthpULfh60I0QVTDNgFaw7aA6wXeD1iH2\
        gxkEDIMdBTUO3gQ9CVGCmQbMgp0HZYNfBr0KcR3MJmAbrA9qH/wh6GOIp2DOATHYS1DX4G9Bl/BfZrVPscv1dtkVDb9wof8bebl8\
        f55fhcO3cL0TFQ1/AGZkp8nk2qmFAAAAAElFTkSuQmCC
        """) ?? Data())

  @Test func `A packed picture with filters is read`() throws {
    let picture = try PictureFile(Self.packed, file: "a.png").first
    #expect(picture.width == 40 && picture.height == 30)
    for (column, row) in [(0, 0), (39, 0), (17, 13), (0, 29), (39, 29)] {
      let first = (row * 40 + column) * 3
      let wanted = [column * 6, row * 8, (column * row) % 7 * 36].map { UInt8($0) }
      #expect(Array(picture.bytes[first..<first + 3]) == wanted)
    }
  }

  @Test(arguments: [0, 1, 8, 20, 33, 60, 200])
  func `A picture that is cut off is refused in one line`(count: Int) {
    let words = Self.problem(Array(Self.packed.prefix(count)))
    #expect(words?.hasPrefix("a.png: ") == true && words?.contains("\n") == false)
  }

  @Test func `What cannot be read is refused with a remedy`() {
    let remedy = "; give a PNG, PGM or PPM picture, or a Y4M video"
    #expect(Self.problem([0xFF, 0xD8, 0xFF]) == "a.png: it is a JPEG" + remedy)
    #expect(Self.problem(Array("hello".utf8)) == "a.png: it is not a picture that Spinet reads" + remedy)
    var large = PictureFile.png(.black)
    large[16] = 0xFF
    #expect(Self.problem(large)?.contains("width and height must be 1 to 8192") == true)
    var interlaced = PictureFile.png(.black)
    interlaced[28] = 1
    #expect(Self.problem(interlaced)?.contains("interlaced") == true)
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
