import CCsound
import Synchronization

/// The begin of an opcode's memory, which Csound fills in before a note begins.
public struct CsoundOpcodeHeader: BitwiseCopyable {
  private let header: cs_opcode_header

  /// The frames of this control block in which the note sounds. [audio-thread]
  public var frames: Range<Int> {
    guard let note = header.instance?.pointee else { return 0..<0 }
    let end = Int(note.ksmps) - Int(note.ksmps_no_end)
    return Int(note.ksmps_offset)..<max(end, Int(note.ksmps_offset))
  }

  /// The length of the control block. The outputs of the other frames are to be set to 0. [audio-thread]
  public var blockFrames: Int { Int(header.instance?.pointee.ksmps ?? 0) }
}

extension CsoundObj {
  /// A function of an opcode: it gets the CSOUND and the opcode's memory, and returns 0. [audio-thread]
  public typealias OpcodeFunction = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Int32

  /// Adds an opcode to every later performance (csoundAppendOpcode). An opcode of the same name and types that Spinet
  /// brings gives way to it.
  ///
  /// - Parameters:
  ///   - outputs: the types of its outputs, such as `a`.
  ///   - inputs: the types of its inputs, such as `akk`.
  ///   - data: the memory of one use of it: a `CsoundOpcodeHeader`, a pointer for each output and each input, then what it
  ///     keeps between control blocks.
  ///   - begin: called when a note begins.
  ///   - perform: called for each control block. Like `begin` it must not allocate, wait or log.
  public func addOpcode<Memory: BitwiseCopyable>(
    _ name: StaticString, outputs: StaticString, inputs: StaticString, data: Memory.Type,
    begin: OpcodeFunction? = nil, perform: OpcodeFunction? = nil
  ) {
    let opcode = CsoundOpcode(
      name: name, outputs: outputs, inputs: inputs, size: MemoryLayout<Memory>.size, begin: begin,
      perform: perform)
    state.withLock { $0.opcodes.append(opcode) }
  }
}

/// An opcode of one's own, which every later performance knows. Its texts are literals, because Csound keeps pointers to
/// them.
struct CsoundOpcode: Sendable {
  let name: StaticString
  let outputs: StaticString
  let inputs: StaticString
  let size: Int
  let begin: CsoundObj.OpcodeFunction?
  let perform: CsoundObj.OpcodeFunction?

  func append(to csound: OpaquePointer) {
    cs_csoundAppendOpcode(
      csound, Self.text(name), Int32(clamping: size), 0, (begin == nil ? 0 : 1) | (perform == nil ? 0 : 2),
      Self.text(outputs), Self.text(inputs), begin, perform, perform)
  }

  private static func text(_ text: StaticString) -> UnsafePointer<CChar> {
    UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
  }
}
