import SpinetFace
import SpinetRealtime
import SpinetText

/// A file with a picture, or with many.
package enum PictureFile {
  case picture(FacePicture)
  case video(Video)

  static let sides = 1...8192
  private static let remedy: Remedy = "give a PGM or PPM picture, or a Y4M video"

  /// - Parameter file: its name in messages.
  package init(_ bytes: [UInt8], file: String) throws(SpinetError) {
    do throws(ReadingProblem) {
      self = try Self.read(bytes)
    } catch {
      throw SpinetError(
        .fileInvalid, what: file, why: error.why.filter { !$0.isNewline }, remedy: Self.remedy)
    }
  }

  /// The bytes of a PNG file.
  package static func png(_ picture: FacePicture) -> [UInt8] { PNG.bytes(of: picture) }

  /// The first picture.
  package var first: FacePicture {
    switch self {
    case .picture(let picture): picture
    case .video(let video): video.picture(0)
    }
  }

  private static func read(_ bytes: [UInt8]) throws(ReadingProblem) -> PictureFile {
    if bytes.starts(with: Video.signature) { return .video(try Video(bytes)) }
    if bytes.starts(with: PNG.signature) { throw ReadingProblem("it is a PNG") }
    if bytes.starts(with: [0xFF, 0xD8]) { throw ReadingProblem("it is a JPEG") }
    guard bytes.first == UInt8(ascii: "P"), let parts = [0x35: 1, 0x36: 3][bytes.dropFirst().first ?? 0]
    else {
      throw ReadingProblem("it is not a picture that Spinet reads")
    }
    return .picture(try portable(bytes, parts))
  }

  /// A PGM or PPM: three numbers between white space and comments, then the pixels.
  private static func portable(_ bytes: [UInt8], _ parts: Int) throws(ReadingProblem) -> FacePicture {
    var rest = bytes.dropFirst(2)
    var numbers: [Int] = []
    while numbers.count < 3 {
      rest = rest.drop { $0 == 32 || (9...13).contains($0) }
      if rest.first == UInt8(ascii: "#") {
        rest = rest.drop { $0 != UInt8(ascii: "\n") }
        continue
      }
      let digits = rest.prefix { (48...57).contains($0) }
      guard let number = Int(String(decoding: digits, as: UTF8.self)) else {
        throw ReadingProblem("its header is damaged")
      }
      numbers.append(number)
      rest = rest.dropFirst(digits.count)
    }
    guard sides.contains(numbers[0]), sides.contains(numbers[1]), numbers[2] == 255 else {
      throw ReadingProblem("width and height must be 1 to \(sides.upperBound), and white 255")
    }
    let pixels = rest.dropFirst().prefix(numbers[0] * numbers[1] * parts)
    let colours = parts == 3 ? Array(pixels) : pixels.flatMap { [$0, $0, $0] }
    guard let picture = FacePicture(width: numbers[0], height: numbers[1], bytes: colours) else {
      throw ReadingProblem("it ends inside its pixels")
    }
    return picture
  }
}
