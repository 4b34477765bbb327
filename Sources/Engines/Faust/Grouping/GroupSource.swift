import SpinetRealtime
import SpinetText

/// C that computes eight voices of a program together, made from the C that Faust has written for one voice.
///
/// The states of the eight voices are interleaved, and the loop over the frames contains a loop over the voices. The
/// compiler turns it into vector instructions. Only forms that are known are translated. Anything else is an obstacle,
/// and the voices of such a program are computed one by one.
struct GroupSource {
  /// Faust's text without its `compute`, and the functions of a group after it.
  let text: String

  /// How many voices there are in a group.
  static var width: Int { @_noLocks get { 8 } }

  /// Part of the key in the cache, because another version of this translation gives other code.
  static let revision = "2"

  /// - Parameters:
  ///   - code: what `faust -lang c` has written.
  ///   - name: the name of the class in it.
  init(_ code: String, class name: String) throws(ReadingProblem) {
    let program = try GroupedProgram(code, class: name)
    let writer = GroupWriter(program: program, name: name)
    text = program.rest + GroupMath.text + writer.text
  }
}
