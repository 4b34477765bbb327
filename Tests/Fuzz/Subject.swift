import Foundation
import Scratch
import SpinetKeyboard

/// Something that reads what others wrote.
enum Subject: String, CaseIterable {
  case mapping, learning, keyboard, declaration, scale, patch, song, stream, page, font, samples
  case cascade, picture, stage, frame, sensor, axes, touch, iio, osc, packet, inquiry

  /// Something that should have held of an input and did not.
  struct Broken: Error, CustomStringConvertible { let description: String }

  /// Runs the cases of these seeds; dies or throws with the first that goes wrong.
  func run(seeds: Range<UInt64>) throws {
    let corpus = try self.corpus()
    for seed in seeds {
      // A case that takes for ever is a failure too: the signal ends the process.
      alarm(60)
      try check(Self.input(seed, corpus, pieces))
    }
  }

  /// The input that a seed stands for.
  func input(seed: UInt64) throws -> [UInt8] { Self.input(seed, try corpus(), pieces) }

  private static func input(_ seed: UInt64, _ corpus: [[UInt8]], _ pieces: [[UInt8]]) -> [UInt8] {
    var mutation = Mutation(seed: seed, pieces: pieces)
    return mutation.spoil(corpus)
  }

  /// What is right, and is spoilt.
  private func corpus() throws -> [[UInt8]] {
    switch self {
    case .mapping, .learning: try Self.files(in: "mappings")
    case .keyboard: try Self.files(in: "examples/keyboards")
    case .declaration: [Array(Self.declarationText.utf8)]
    case .scale: [Array(Self.scaleText.utf8), Array(Self.keyMap.utf8)]
    case .patch: try Self.files(in: "examples/patches")
    case .stage: try Self.files(in: "examples/stages")
    case .song, .stream: try Self.files(in: "examples/scores")
    case .page: Self.pageMessages.map { Array($0.utf8) }
    case .samples: Self.sampleTexts.map { Array($0.utf8) }
    case .cascade: [Array(Self.cascadeText.utf8)]
    case .picture: Self.pictures
    case .frame: Self.frames
    case .sensor: Self.sensorTexts.map { Array($0.utf8) } + Self.sensorEvents
    case .axes: Self.axesEvents
    case .touch: Self.touchEvents
    case .osc: Self.oscPackets
    case .packet: Self.umpPackets
    case .inquiry: Self.inquiries
    case .iio: Self.iioFolders.map { Array($0.utf8) }
    case .font: [TestFont([.init("Piano"), .init("Kit", bank: 128, generators: [(57, 1)])]).bytes]
    }
  }

  private var pieces: [[UInt8]] {
    switch self {
    case .mapping, .learning, .keyboard, .patch: Self.yaml.map { Array($0.utf8) }
    case .stage: (Self.yaml + Self.stageWords).map { Array($0.utf8) }
    case .declaration: Self.keys.map { Array($0.utf8) }
    case .scale:
      ["3/2\n", "0/0\n", "-1\n", "701.955\n", "1e999\n", "999999999999999999999\n"].map { Array($0.utf8) }
    case .song, .stream: Self.midi
    case .page: Self.json.map { Array($0.utf8) }
    case .samples: Self.opcodes.map { Array($0.utf8) }
    case .cascade: Self.cascadePieces.map { Array($0.utf8) }
    case .picture: Self.picturePieces
    case .frame: Self.framePieces
    case .sensor, .axes: Self.sensorPieces
    case .touch: Self.touchPieces
    case .osc: Self.oscPieces
    case .packet: Self.umpPieces
    case .inquiry: Self.inquiryPieces
    case .iio: Self.iioPieces.map { Array($0.utf8) }
    case .font: ["LIST", "pdta", "phdr", "shdr"].map { Array($0.utf8) } + [[0xFF, 0xFF], [0, 0, 0, 0x80]]
    }
  }

  private static func files(in folder: String) throws -> [[UInt8]] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    return try names.map { Array(try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\($0)"))) }
  }

  private static let yaml = [
    "[", "]", "{", "}", "&a ", "*a", "!!int ", "|\n", ">\n", "'", "\"", "#", ": ", "- ", "? ", "---\n",
    "...\n",
    "\t", "\u{0}", "\u{FEFF}", "~", "null", "<<: ", "%YAML 9\n", "cc 128: x\n", "cc14 31: ", "nrpn 16383: ",
    "note C9",
    "ch 17 ", "mode: pickup", "range: [1, 1]", "range: [.inf, .nan]", "curve: [[0, 0], [0, 1]]", "step: 0",
    "lamp: [0, 128]", "acceleration: 1e300", "feedback: feedback", "-9223372036854775808", "1e400", "0x7F",
    String(repeating: "[", count: 200), String(repeating: "{a: ", count: 100),
  ]

  private static let keys = [
    "{", "}", "'", "[", "]", ",", "Number of Keyboards", "Max Keyboard Polyphony",
    "Keyboard 0 - Number of Keys",
    "Keyboard 7 - Scale", "':'", "-1", "99999999999999999999", "0.5", "nan",
  ]

  private static let midi: [[UInt8]] = [
    [0xF0], [0xF7], [0xFF], [0xF8], [0xFF, 0xFF, 0xFF, 0x7F], [0, 0, 0, 0], Array("MTrk".utf8),
    Array("MThd".utf8),
    [0xFF, 0x51, 3, 0, 0, 0], [0xFF, 0x2F, 0], [0xB0, 99, 127, 98, 127, 6, 127, 38, 127],
    [0xB0, 101, 0, 100, 6, 6, 15],
    [0xE0, 127, 127], [0x90, 60, 127], [0xB0, 123, 0], [0xB0, 121, 0], [0xF2, 1], [0xC0],
  ]

  private static let json = [
    "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "\\ud83c", "\\udfb9", "null", "true", "1e308", "-1e308",
    "1e-320",
    "9223372036854775808", "\"touch\"", "\"down\"", "\"move\"", "\"up\"", "\"piano\"", "\"keyboard\"",
    String(repeating: "[", count: 200), "\u{0}", "\u{7F}",
  ]

  private static let pageMessages = [
    """
    {"touch":[["keyboard",1,"down",0.5,0.5,100.5,0.25],["piano",2,"move",0.1,0.9,108],["software-piano",1,"up",1,0,116]]}
    """,
    #"{"touch":[["software-piano",1,"down",0.5,0.5,1],["software-piano",1,"move",0.9,0.1,2]]}"#,
    #"{"piano":[14,"C4",[2,1,2,2,1,2,2]]}"#, #"{"ask":[1,"engine","status","json"]}"#,
    #"{"text":["filter.cutoff","4\u0034 \ud83c\udfb9"]}"#, #"{"note":[60,100]}"#, #"{"ping":123.25}"#,
    #"{"touch":[["wave/sample",1,"down",0.1,0.5,1],["wave/sample",2,"down",0.7,0.1,2],["wave/sample",1,"up",0,0,3]]}"#,
    #"{"look":1}"#, #"{"wave":["harmonic",0.25,0.75,600]}"#,
    #"{"touch":[["bars/harmonic",1,"down",0,1,1],["bars/harmonic",1,"move",1,0,2],["bars/harmonic",1,"up",1,0,3]]}"#,
  ]

  private static let declarationText = """
    SmartKeyboard{
      'Number of Keyboards':'2',
      'Max Keyboard Polyphony':'4',
      'Rounding Mode':'2',
      'Keyboard 0 - Number of Keys':'13',
      'Keyboard 0 - Lowest Key':'60',
      'Keyboard 0 - Scale':'2,2,1,2,2,2,1',
      'Keyboard 1 - Piano Keyboard':'0'
    }
    """

  private static let scaleText = """
    ! meantone.scl
    A quarter of a comma
     12
     76.04900
     193.15686
     5/4
     3/2
     503.42157
     579.47057
     696.57843
     25/16
     889.73529
     1006.84314
     1082.89214
     2/1
    """

  private static let keyMap = """
    12
    0
    127
    60
    69
    440.0
    12
    0
    1
    x
    3
    """
}
