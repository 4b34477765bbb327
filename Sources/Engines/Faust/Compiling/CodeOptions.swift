/// The options that a program declares for its code: `declare options "[double:on][vec:on][fastmath:on]";`.
struct CodeOptions: Hashable {
  /// Whether its numbers have 64 bits.
  var isDouble = false
  /// Whether Faust generates loops that the compiler can vectorise.
  var isVectorised = false
  /// Whether the compiler may reorder arithmetic, which is faster but gives other samples.
  var hasFastMath = false
  /// Whether voices may be computed in groups.
  var hasGroups = true

  init() {}

  /// - Parameter text: the text of the program.
  init(program text: String) {
    let options = Self.declared(in: text)
    func isOn(_ name: String) -> Bool { options.contains("[\(name):on]") }
    isDouble = isOn("double")
    isVectorised = isOn("vec")
    hasFastMath = isOn("fastmath")
    hasGroups = !isDouble && !isVectorised && !options.contains("[groups:off]")
  }

  /// The texts of all `declare options "…";`, without spaces. They are needed before Faust has read the program.
  private static func declared(in text: String) -> String {
    let lines = text.split(whereSeparator: \.isNewline).map { $0.filter { !$0.isWhitespace } }
    return lines.filter { $0.hasPrefix("declareoptions\"") }.joined()
  }

  var faustFlags: [String] { (isDouble ? ["-double"] : []) + (isVectorised ? ["-vec"] : []) }

  private static let usualFlags = ["-O3", "-march=native", "-fPIC", "-shared", "-w"]
  /// Nothing is reordered.
  private static let exactArithmetic = ["-fno-math-errno", "-fno-trapping-math"]

  /// For the C of a group. Only the loops that are marked for it become vector instructions of several voices.
  func groupFlags(isExact: Bool) -> [String] {
    let exact = isExact ? ["-DSPINET_EXACT_GROUPS"] : []
    return Self.usualFlags + Self.exactArithmetic + ["-fopenmp-simd", "-nostartfiles"] + exact
  }

  /// By default nothing is reordered, as Faust's own tests require. A product and a sum may become one fused
  /// multiply-add.
  ///
  /// C is linked without start files, because with `-ffast-math` one of them changes how the thread that loads the
  /// library treats denormals. C++ needs these files, so it is compiled without `-ffast-math`.
  func compilerFlags(forCPlusPlus isCPlusPlus: Bool) -> [String] {
    let arithmetic =
      hasFastMath && !isCPlusPlus
      ? ["-ffast-math"] : Self.exactArithmetic
    return Self.usualFlags + arithmetic
      + (isVectorised ? [] : ["-fno-tree-vectorize"]) + (isCPlusPlus ? [] : ["-nostartfiles"])
  }
}
