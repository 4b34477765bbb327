import FoundationEssentials
import Glibc
import SpinetFace
import SpinetLibrary
import SpinetRealtime
import SpinetText
import SystemPackage

/// Opens a source of frames by its name.
enum FaceSources {
  static let synthetic = "synthetic"
  /// The cameras of devices that show the panel.
  static let page = "panel"

  /// The rate of the pictures of a folder.
  private static let picturesPerSecond = 10.0
  private static let mostPictures = 2000
  private static let remedy: Remedy =
    "give a camera's name, panel, a Y4M video, a folder of PGM or PPM pictures, or synthetic"

  /// - Parameters:
  ///   - source: a camera's name, a file, a folder, `panel` or `synthetic`.
  ///   - page: the source for the name `panel`.
  static func open(_ source: String, _ page: PageCamera) throws(SpinetError) -> any FrameSource {
    if source == synthetic { return PacedFrames.synthetic() }
    if source == Self.page { return page }
    guard isFile(source) else { return try Camera(named: source) }
    if FilePath(source).isFolder { return try folder(FilePath(source)) }
    switch try PictureFile(try InputFile.bytes(at: FilePath(source), remedy: remedy), file: source) {
    case .video(let video): return PacedFrames(framesPerSecond: video.framesPerSecond) { video.frame($0) }
    case .picture(let picture):
      let frame = picture.gray
      return PacedFrames(framesPerSecond: picturesPerSecond) { _ in frame }
    }
  }

  /// Whether the source is a file or a folder, which must exist. Cameras may be plugged in later.
  static func isFile(_ source: String) -> Bool {
    ![synthetic, page].contains(source) && !source.hasPrefix("/dev/")
      && FilePath(source).exists
  }

  /// Checks that files and folders that are named as sources are not empty, and no PNG.
  static func check(_ files: [String]) throws(SpinetError) {
    for file in files where isFile(file) {
      let path = FilePath(file)
      let isEmpty = path.isFolder ? names(in: path).isEmpty : (try? path.stat())?.size == 0
      guard !isEmpty else {
        throw SpinetError(.fileUnsuitable, what: file, why: "it is empty", remedy: remedy)
      }
      guard path.isFolder || path.ending != "png" else {
        throw SpinetError(.fileUnsuitable, what: file, why: "it is a PNG", remedy: remedy)
      }
    }
  }

  private static func names(in folder: FilePath) -> [String] {
    (try? folder.entries()) ?? []
  }

  /// A picture that cannot be read is skipped.
  private static func folder(_ path: FilePath) throws(SpinetError) -> any FrameSource {
    let frames = names(in: path).prefix(mostPictures).compactMap { name -> GrayFrame? in
      let file = path.appending(name)
      guard let bytes = try? InputFile.bytes(at: file, remedy: remedy) else { return nil }
      return (try? PictureFile(bytes, file: file.string))?.first.gray.shrunk(to: FaceTracking.widest)
    }
    guard !frames.isEmpty else {
      throw SpinetError(
        .fileUnsuitable, what: path.string, why: "it has no picture that can be read", remedy: remedy)
    }
    return PacedFrames(framesPerSecond: picturesPerSecond) { frames[$0 % frames.count] }
  }

  /// The trained cascade: the one in `file`, or Debian's.
  static func cascade(_ file: FilePath?) throws(SpinetError) -> LBPCascade {
    let path = file ?? FilePath(LBPCascade.usualFile)
    let remedy: Remedy = "install Debian's package opencv-data, or give the file of a cascade"
    return try LBPCascade(bytes: try InputFile.bytes(at: path, remedy: remedy), file: path.string)
  }
}
