import SpinetFace
import SpinetFaceInput
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
          throw SpinetError(.fileInvalid, what: "\n", why: "\(reading)", remedy: "")
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
      _ = PictureFile.png(picture)
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
    Array("P5 6 5 255\n".utf8) + (0..<30),
    Array("P6\n# a comment\n4 3\n255\n".utf8) + (0..<36),
    Array("YUV4MPEG2 W4 H4 F25:1 C420jpeg\nFRAME\n".utf8) + (0..<24) + Array("FRAME\n".utf8) + (0..<24),
  ]

  static let picturePieces: [[UInt8]] = [
    [0xFF, 0xFF, 0xFF, 0xFF], [0, 0, 0, 0], Array("FRAME\n".utf8), Array(" C444".utf8), Array(" W8192".utf8),
    Array(" Cmono".utf8), Array(" F0:0".utf8), Array("\n8192 8192 255\n".utf8), [0xFF, 0xD8, 0xFF],
  ]
}
