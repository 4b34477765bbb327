import SpinetFace
import SpinetRealtime
import SpinetText

extension LBPCascade {
  /// Where Debian's package `opencv-data` installs the cascade for frontal faces.
  package static let usualFile = "/usr/share/opencv4/lbpcascades/lbpcascade_frontalface.xml"
  package static let remedy: Remedy =
    "choose a cascade of local binary patterns, such as lbpcascade_frontalface.xml of Debian's package opencv-data"

  /// - Parameter file: its name in messages.
  package init(bytes: [UInt8], file: String) throws(SpinetError) {
    do throws(ReadingProblem) {
      self = try Self.read(bytes)
    } catch {
      let place = error.line.map { "line \($0): " } ?? ""
      throw SpinetError(.fileInvalid, what: file, why: place + error.why, remedy: Self.remedy)
    }
  }

  private static func read(_ bytes: [UInt8]) throws(ReadingProblem) -> LBPCascade {
    var builder = CascadeBuilder()
    return try builder.cascade(in: try StorageReader.root(of: bytes))
  }
}

/// Builds a cascade from the elements of a file, and checks everything that the detector relies on.
private struct CascadeBuilder {
  private var stages: [LBPCascade.Stage] = []
  private var trees: [LBPCascade.Tree] = []
  private var sets: [UInt32] = []

  private static let sides = 8...256
  private static let mostTrees = 20_000

  mutating func cascade(in root: StorageElement) throws(ReadingProblem) -> LBPCascade {
    guard let cascade = root["cascade"], cascade["featureType"]?.word == "LBP",
      cascade["stageType"]?.word == "BOOST"
    else { throw Self.problem("it is not a cascade of local binary patterns") }
    let width = try Self.side("width", of: cascade)
    let height = try Self.side("height", of: cascade)
    let features = try Self.features(in: cascade, width, height)
    for stage in cascade["stages"]?.children ?? [] { try add(stage, features.count) }
    guard !stages.isEmpty else { throw Self.problem("it has no stages") }
    return LBPCascade(
      windowWidth: width, windowHeight: height, stages: stages, trees: trees, sets: sets, features: features)
  }

  private static func side(_ name: String, of cascade: StorageElement) throws(ReadingProblem) -> Int {
    guard let side = Int(cascade[name]?.word ?? ""), sides.contains(side) else {
      throw problem("its window's \(name) is not in \(sides.lowerBound) to \(sides.upperBound)")
    }
    return side
  }

  private static func features(
    in cascade: StorageElement, _ width: Int, _ height: Int
  ) throws(ReadingProblem) -> [LBPCascade.Block] {
    var blocks: [LBPCascade.Block] = []
    for (index, feature) in (cascade["features"]?.children ?? []).enumerated() {
      guard let sides = feature["rect"]?.numbers(Int.self), sides.count == 4,
        sides.allSatisfy({ (0...Self.sides.upperBound).contains($0) }), sides[2] > 0, sides[3] > 0,
        sides[0] + 3 * sides[2] <= width, sides[1] + 3 * sides[3] <= height
      else { throw problem("feature \(index) does not fit into the window") }
      blocks.append(LBPCascade.Block(x: sides[0], y: sides[1], width: sides[2], height: sides[3]))
    }
    return blocks
  }

  private mutating func add(_ stage: StorageElement, _ featureCount: Int) throws(ReadingProblem) {
    let first = trees.count
    for tree in stage["weakClassifiers"]?.children ?? [] { try addTree(tree, featureCount) }
    guard trees.count > first, trees.count <= Self.mostTrees,
      let threshold = Float(stage["stageThreshold"]?.word ?? ""), threshold.isFinite
    else { throw Self.problem("stage \(stages.count) has no trees or no threshold") }
    stages.append(LBPCascade.Stage(trees: first..<trees.count, threshold: threshold))
  }

  /// A node has 11 numbers: the links to its two children, the feature, and the eight words of its set of patterns.
  /// A tree with a single node has the links 0 and -1.
  private mutating func addTree(_ tree: StorageElement, _ featureCount: Int) throws(ReadingProblem) {
    guard let nodes = tree["internalNodes"]?.numbers(Int.self), nodes.count == 11, nodes[0] == 0,
      nodes[1] == -1, (0..<featureCount).contains(nodes[2]),
      let votes = tree["leafValues"]?.numbers(Float.self), votes.count == 2,
      votes.allSatisfy({ $0.isFinite })
    else { throw Self.problem("a tree of stage \(stages.count) is not a single node with two leaves") }
    trees.append(LBPCascade.Tree(feature: nodes[2], inside: votes[0], outside: votes[1]))
    sets += nodes[3...].map { UInt32(truncatingIfNeeded: $0) }
  }

  private static func problem(_ why: String) -> ReadingProblem { ReadingProblem(why) }
}
