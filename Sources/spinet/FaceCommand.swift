import ArgumentParser
import SpinetFace
import SpinetFaceInput
import SpinetPanel
import SpinetSession
import SpinetTools
import SystemPackage

/// `spinet face`: the picture of a face.
struct FaceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "face", abstract: "Draw a face as a relief: the brighter, the higher.",
    subcommands: [FaceRenderCommand.self])
}

struct FaceRenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", abstract: "Draw the picture into a file, without a screen.",
    discussion: """
      This needs EGL and OpenGL ES 3, as Debian's packages libegl1, libgles2 and libgl1-mesa-dri have them. The face \
      is found with a cascade of Debian's package opencv-data, if it is installed.
      """)

  @Option(help: ArgumentHelp("The picture to write.", valueName: "file.png"))
  var out: String

  @Option(
    name: .customLong("in"),
    help: ArgumentHelp(
      "A PGM or PPM picture, a Y4M video, or synthetic for a drawn face.", valueName: "file"),
    completion: .file(extensions: ["pgm", "ppm", "y4m"]))
  var input = "synthetic"

  @Option(
    help: ArgumentHelp(
      "Find the face with this cascade of local binary patterns. Default: that of opencv-data.",
      valueName: "file"), completion: .file(extensions: ["xml"]))
  var cascade: String?

  @Option(help: "The size of the picture, as in 512x512.")
  var size = PictureSize(width: 512, height: 512)

  @Option(help: "The height of white in the relief, 0 to 0.75.")
  var height = FaceWidget.usualHeight

  @Option(help: "How it is lit: by a whole sky, or by one lamp with highlights.")
  var lighting = FaceLighting.harmonics

  @Option(
    name: .customLong("at"),
    help: ArgumentHelp("The time within the 40-second animation.", valueName: "seconds"))
  var seconds = 0.0

  @Option(
    help: ArgumentHelp("The points along each side of the mesh, 2 to 1024.", valueName: "number"))
  var resolution = 128

  @Flag(
    name: .customLong("true-slopes"), help: "Light the real slopes. Default: four times as steep.")
  var hasTrueSlopes = false

  func validate() throws {
    guard (0...FaceWidget.highest).contains(height) else {
      throw ValidationError("--height \(height) is out of range, expected 0 to \(FaceWidget.highest)")
    }
    guard (0...1e6).contains(seconds) else {
      throw ValidationError("--at \(seconds) is out of range, expected 0 to 1000000 seconds")
    }
    guard FaceScene.cornerRange.contains(resolution) else {
      throw ValidationError("--resolution \(resolution) is out of range, expected 2 to 1024")
    }
  }

  func run() throws {
    var face = FaceRender()
    face.input = input == "synthetic" ? nil : FilePath(input)
    face.cascade = cascade.map { FilePath($0) }
    face.width = size.width
    face.height = size.height
    face.heightScale = height
    face.lighting = lighting
    face.seconds = seconds
    face.corners = resolution
    face.hasTrueSlopes = hasTrueSlopes
    StandardOutput.say(try face.write(to: FilePath(out), shader: PageShader.face))
  }
}

/// Whose face `play` looks for.
struct FaceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Let a face move the widgets face.*: a camera by a part of its name, panel for the camera of a device that shows \
      the panel, a Y4M video, a folder of pictures, or synthetic. Repeatable; the widget face.source switches to the next.
      """, valueName: "source"))
  var face: [String] = []

  @Option(
    help: ArgumentHelp(
      "Find faces with this cascade of local binary patterns. Default: that of opencv-data.",
      valueName: "file"), completion: .file(extensions: ["xml"]))
  var cascade: String?

  func apply(to options: inout PlayOptions) {
    options.faceSources = face
    options.faceCascade = cascade.map { FilePath($0) }
  }
}

extension FaceLighting: ExpressibleByArgument {}

/// `512x512`.
struct PictureSize: ExpressibleByArgument {
  let width: Int
  let height: Int

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  init?(argument: String) {
    let sides = argument.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    guard sides.count == 2, sides.allSatisfy(FaceRender.sides.contains) else { return nil }
    self.init(width: sides[0], height: sides[1])
  }

  var defaultValueDescription: String { "\(width)x\(height)" }
}
