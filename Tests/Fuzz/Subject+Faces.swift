import SpinetFace
import SpinetFormats
import SpinetRealtime

extension Subject {
  /// What passes for a cascade looks at a frame, and follows what it finds.
  func checkCascade(_ bytes: [UInt8]) throws {
    try oneLine { () throws(SpinetError) in
      var detector = FaceDetector(try LBPCascade(bytes: bytes, file: "fuzz.xml"))
      var follower = FaceFollower()
      guard let frame = Self.face else { return }
      for time in 0..<2 {
        let faces = detector.faces(in: frame)
        guard let face = follower.follow(faces, at: Double(time)) else { continue }
        let reading = FaceReading(face, in: frame)
        if !(0...1).contains(reading.brightness) {
          throw SpinetError(.input, what: "\n", why: "\(reading)", remedy: "")
        }
      }
    }
  }

  /// What passes for a picture is looked at and written again.
  func checkPicture(_ bytes: [UInt8]) throws {
    try oneLine { () throws(SpinetError) in
      let file = try PictureFile(bytes, file: "fuzz.png")
      let picture = file.first
      let area = FaceArea(x: -3, y: 2, width: 9, height: 1e9)
      _ = picture.cut(area)
      _ = picture.gray.brightness(in: area)
      _ = HeightField(picture).normal(u: 0.9, v: 0.1)
      if case .video(let video) = file { for number in 0..<4 { _ = video.frame(number) } }
      guard picture.width * picture.height < 1 << 16 else { return }
      let again = try PictureFile(PictureFile.png(picture), file: "fuzz.png").first
      if again != picture { throw SpinetError(.input, what: "\n", why: "it is read otherwise", remedy: "") }
    }
  }

  private func oneLine(_ read: () throws(SpinetError) -> Void) throws {
    do throws(SpinetError) {
      try read()
    } catch {
      if error.description.contains("\n") { throw Broken(description: "an error of several lines: \(error)") }
    }
  }

  private static let face = SyntheticFace.frame(width: 80, height: 60)

  static let cascadePieces = [
    "<", ">", "</", "/>", "<_>", "</_>", "<!--", "-->", "<rect>", "</rect>", "<stages>", "<internalNodes>",
    "nan", "inf", "-1", "1e999", "2147483648", "99999999999999999999", " 0 0 8 8 ", "<?", "\u{0}", "&amp;",
    "<featureType>HAAR</featureType>", "<width>256</width>", "<stageThreshold>-9</stageThreshold>",
  ]

  static let cascadeText = """
    <?xml version="1.0"?><!-- a cascade -->
    <opencv_storage><cascade type_id="opencv-cascade-classifier">
    <stageType>BOOST</stageType><featureType>LBP</featureType><height>24</height><width>24</width>
    <stages>
    <_><stageThreshold>0</stageThreshold><weakClassifiers>
    <_><internalNodes>0 -1 0 1 2 3 4 5 6 7 -1</internalNodes><leafValues>1 -1</leafValues></_>
    <_><internalNodes>0 -1 1 -1 -2 3 4 5 6 7 8</internalNodes><leafValues>-0.5 0.5</leafValues></_>
    </weakClassifiers></_>
    <_><stageThreshold>-1</stageThreshold><weakClassifiers>
    <_><internalNodes>0 -1 1 -1 -1 -1 -1 -1 -1 -1 -1</internalNodes><leafValues>1 -1</leafValues></_>
    </weakClassifiers></_>
    </stages>
    <features><_><rect>0 0 8 8</rect></_><_><rect>3 1 2 5</rect></_></features>
    </cascade></opencv_storage>
    """

  static let pictures: [[UInt8]] = [
    PictureFile.png(SyntheticFace.picture(side: 24)),
    Self.packed,
    Array("P5 6 5 255\n".utf8) + (0..<30),
    Array("P6\n# a comment\n4 3\n255\n".utf8) + (0..<36),
    Array("YUV4MPEG2 W4 H4 F25:1 C420jpeg\nFRAME\n".utf8) + (0..<24) + Array("FRAME\n".utf8) + (0..<24),
  ]

  static let picturePieces: [[UInt8]] = [
    [0xFF, 0xFF, 0xFF, 0xFF], [0, 0, 0x20, 0], [0, 0, 0, 0], [8, 6, 0, 0, 0], [16, 2, 0, 0, 0],
    [8, 3, 0, 0, 0],
    Array("IDAT".utf8), Array("IEND".utf8), Array("PLTE".utf8), Array("FRAME\n".utf8), Array(" C444".utf8),
    Array(" W8192".utf8), Array(" Cmono".utf8), Array(" F0:0".utf8), [0x78, 0x01], [0xFF, 0xD8, 0xFF],
  ]

  /// A picture as zlib packs it, with codes of its own.
  private static let packed: [UInt8] = [
    137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 12,
    0, 0, 0, 10, 8, 2, 0, 0, 0, 15, 78, 40, 173, 0, 0, 0, 166, 73, 68, 65,
    84, 120, 218, 45, 144, 81, 14, 196, 64, 8, 66, 129, 238, 143, 247, 191, 148, 199, 234, 195,
    238, 36, 109, 24, 6, 17, 149, 18, 41, 158, 40, 90, 243, 211, 56, 27, 123, 22, 40, 208,
    232, 240, 242, 180, 218, 149, 51, 16, 21, 196, 234, 113, 107, 54, 211, 167, 53, 70, 113, 174,
    86, 153, 17, 116, 232, 113, 40, 207, 233, 119, 92, 47, 31, 54, 222, 9, 183, 139, 64, 161,
    126, 210, 165, 250, 210, 32, 228, 208, 207, 205, 66, 27, 68, 205, 226, 193, 242, 52, 13, 214,
    142, 78, 96, 96, 77, 21, 112, 220, 87, 40, 208, 25, 234, 38, 56, 121, 7, 105, 186, 150,
    207, 117, 96, 168, 187, 54, 176, 183, 20, 247, 92, 80, 216, 135, 2, 42, 187, 135, 237, 86,
    160, 240, 236, 54, 106, 110, 116, 110, 112, 50, 50, 252, 220, 66, 118, 230, 203, 246, 95, 29,
    31, 132, 95, 208, 61, 44, 179, 165, 190, 150, 234, 0, 0, 0, 0, 73, 69, 78, 68, 174,
    66, 96, 130,
  ]
}
