import SpinetFaceInput

@testable import SpinetFace

/// A cascade of one question: is the middle of the window brighter than everything around it?
enum CascadeText {
  static let rules: [(name: String, good: String, bad: [String])] = [
    ("featureType", "LBP", ["HAAR", "HOG", ""]),
    ("stageType", "BOOST", ["FOREST", ""]),
    ("height", "24", ["0", "-24", "7", "257", "9999999999999999999999", "x", ""]),
    ("width", "24", ["0", "7", "257", ""]),
    (
      "rect", "0 0 8 8",
      ["0 0 8", "1 0 8 8", "0 1 8 8", "-1 0 8 8", "0 0 0 8", "0 0 8 -1", "0 0 8 8 8", "a b"]
    ),
    ("stageThreshold", "0", ["", "nan", "inf", "1e99999", "x"]),
    (
      "internalNodes", "0 -1 0 1 0 0 0 0 0 0 0",
      [
        "0 -1 1 1 0 0 0 0 0 0 0", "0 -1 -1 1 0 0 0 0 0 0 0", "1 -1 0 1 0 0 0 0 0 0 0", "0 -1 0 1 0 0 0 0 0 0",
        "",
        "0 -1 0 1 0 0 0 0 0 0 0 0", "0 -1 0 1 0 0 0 0 0 0 99999999999999999999",
      ]
    ),
    ("leafValues", "1 -1", ["1", "1 -1 1", "nan 1", "inf 1", ""]),
  ]

  static let good = text { _ in nil }

  /// - Parameter change: what a part says instead of its good value.
  static func text(_ change: (String) -> String?) -> String {
    func part(_ name: String) -> String {
      let value = change(name) ?? rules.first { $0.name == name }?.good ?? ""
      return "<\(name)>\n  \(value)</\(name)>"
    }
    return """
      <?xml version="1.0"?>
      <!-- a <comment> -- of > all -->
      <opencv_storage>
      <cascade type_id="opencv-cascade-classifier">
        \(part("stageType"))
        \(part("featureType"))
        \(part("height"))\(part("width"))
        <stages><_>\(part("stageThreshold"))<weakClassifiers><_>
          \(part("internalNodes"))\(part("leafValues"))</_></weakClassifiers></_></stages>
        <features><_>\(part("rect"))</_></features>
        <nothing/>
      </cascade>
      </opencv_storage>
      """
  }

  static func cascade() throws -> LBPCascade { try LBPCascade(bytes: Array(good.utf8), file: "one.xml") }
}
