/// Writes the C that computes a group.
struct GroupWriter {
  let program: GroupedProgram
  /// The name of the class whose voices it computes.
  let name: String

  private var width: Int { GroupSource.width }
  private var type: String { "\(name)_group" }
  private var eachVoice: String { "for (int v = 0; v < \(width); v++)" }
  private var together: String { "#pragma omp simd simdlen(\(width))\n\(eachVoice)" }

  var text: String {
    """
    typedef struct {
    \(lines(program.fields, member))} \(type);
    SPINET_EXPORT const unsigned long \(type)_size = sizeof(\(type));
    void init\(type)(\(type) *dsp, const \(name) *from) {
    \(lines(program.fields.filter(\.isShared)) { "dsp->\($0.name) = from->\($0.name);" })}
    void load\(type)(\(type) *dsp, int v, const \(name) *from) {
    \(turn)\(lines(program.fields.filter(\.isOfVoice), load))}
    void compute\(type)(\(type) *RESTRICT dsp, \(name) **voices, int count, float **inputs, float **outputs) {
    \(controls)\(channels)\(block)\(frames)\(bargraphs)}

    """
  }

  private func lines<Element>(_ elements: [Element], _ line: (Element) -> String) -> String {
    elements.map { line($0) + "\n" }.joined()
  }

  // MARK: The state

  private func member(_ field: GroupField) -> String {
    switch field.role {
    case .control, .bargraph: ""
    case .constant, .position: "\(field.type) \(field.name);"
    case .value: "\(field.type) \(field.name)[\(width)] __attribute__((aligned(32)));"
    case .array(let count):
      "\(field.type) \(field.name)[\(count) * \(width)] __attribute__((aligned(32)));"
    }
  }

  private var hasPosition: Bool { program.fields.contains { $0.role == .position } }

  /// How far the delay lines of the group are ahead of those of the voice.
  private var turn: String { hasPosition ? "int turn = dsp->IOTA0 - from->IOTA0;\n" : "" }

  private func load(_ field: GroupField) -> String {
    guard case .array(let count) = field.role else { return "dsp->\(field.name)[v] = from->\(field.name);" }
    let index = program.lines.contains(field.name) ? "((k + turn) & \(count - 1))" : "k"
    return "for (int k = 0; k < \(count); k++) "
      + "dsp->\(field.name)[\(index) * \(width) + v] = from->\(field.name)[k];"
  }

  // MARK: A block

  private var controls: String {
    let shown = program.fields.filter { $0.role == .control || $0.role == .bargraph }
    return lines(shown) { "float \($0.name)[\(width)]; \(eachVoice) \($0.name)[v] = voices[v]->\($0.name);" }
  }

  private var bargraphs: String {
    lines(program.fields.filter { $0.role == .bargraph }) {
      "\(eachVoice) voices[v]->\($0.name) = \($0.name)[v];"
    }
  }

  private var channels: String {
    lines(Array(0..<program.inputCount)) { "float *input\($0) = inputs[\($0)];" }
      + lines(Array(0..<program.outputCount)) {
        "float *RESTRICT output\($0) = (float *)__builtin_assume_aligned(outputs[\($0)], 32);"
      }
  }

  private var block: String {
    guard !program.blockStatements.isEmpty else { return "" }
    return lines(program.blockValues) { "\($0)[\(width)] __attribute__((aligned(32)));" }
      + "\(eachVoice) {\n\(lines(program.blockStatements) { $0 })}\n"
  }

  private var frames: String {
    let position = hasPosition ? "int position = dsp->IOTA0;\n" : ""
    let next = program.movesPosition ? "position++;\n" : ""
    let last = hasPosition ? "dsp->IOTA0 = position;\n" : ""
    return "\(position)for (int i0 = 0; i0 < count; i0++) {\n"
      + "\(together) {\n\(lines(program.frameStatements) { $0 })}\n\(lines(program.shifts, shift))\(next)}\n\(last)"
  }

  private func shift(_ shift: GroupShift) -> String {
    "for (int k = \(shift.count); k > 0; k--) {\n\(together) "
      + "dsp->\(shift.field)[k * \(width) + v] = dsp->\(shift.field)[(k - 1) * \(width) + v];\n}"
  }
}
